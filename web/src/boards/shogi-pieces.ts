// Shogi pieces, drawn: a wooden pentagon with its character, or with the letter of its Western name; red when promoted.

const kFaces: Record<string, string> = {
  king: '玉', rook: '飛', bishop: '角', gold: '金', silver: '銀', knight: '桂', lance: '香', pawn: '歩',
  dragon: '龍', horse: '馬', promotedsilver: '全', promotedknight: '圭', promotedlance: '杏', tokin: 'と',
};
const kLetters: Record<string, string> = {
  king: 'K', rook: 'R', bishop: 'B', gold: 'G', silver: 'S', knight: 'N', lance: 'L', pawn: 'P',
  dragon: '+R', horse: '+B', promotedsilver: '+S', promotedknight: '+N', promotedlance: '+L', tokin: '+P',
};
const kSmall = new Set(['knight', 'lance', 'pawn', 'promotedknight', 'promotedlance', 'tokin']);
const kPromoted = new Set(['dragon', 'horse', 'promotedsilver', 'promotedknight', 'promotedlance', 'tokin']);

function drawing(role: string, face: string, reversed: boolean): string {
  const wide = kSmall.has(role) ? 33 : 37;
  const outline = `M50 ${kSmall.has(role) ? 11 : 6} L${50 + wide * 0.72} ${kSmall.has(role) ? 25 : 21} L${50 + wide + 3} 93 L${47 - wide} 93 L${50 - wide * 0.72} ${kSmall.has(role) ? 25 : 21} Z`;
  const ink = kPromoted.has(role) ? '#b3261e' : '#231a10';
  const body = `<g${reversed ? ' transform="rotate(180 50 50)"' : ''}><path d="${outline}" fill="url(#w)" stroke="#8a6126" stroke-width="1.6" stroke-linejoin="round"/><path d="${outline}" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="1" transform="translate(2 2) scale(.96)"/><text x="50" y="76" font-size="${kSmall.has(role) ? 46 : 52}" text-anchor="middle" font-family="'Noto Serif CJK JP','Hiragino Mincho ProN','Yu Mincho','IPAMincho','Noto Sans CJK JP','IPAGothic',serif" font-weight="600" fill="${ink}">${face}</text></g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><defs><linearGradient id="w" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f8dfa6"/><stop offset="1" stop-color="#e3b76a"/></linearGradient></defs>${body}</svg>`;
}

const kStyle = 'shogi-pieces';

export function installPieces(kind: 'traditional' | 'international'): void {
  const faces = kind === 'traditional' ? kFaces : kLetters;
  const rules = Object.entries(faces).flatMap(([role, face]) =>
    (['sente', 'gote'] as const).map((color) => {
      const shown = face === '玉' && color === 'gote' ? '王' : face;
      const upright = `url("data:image/svg+xml,${encodeURIComponent(drawing(role, shown, false))}")`;
      const reversed = `url("data:image/svg+xml,${encodeURIComponent(drawing(role, shown, true))}")`;
      const other = color === 'sente' ? 'gote' : 'sente';
      return `.orientation-${color} piece.${color}.${role},.palette piece.${color}.${role},.hand-piece piece.${color}.${role}{background-image:${upright}}
.orientation-${other} piece.${color}.${role}{background-image:${reversed}}
.palette piece.gote.${role}{background-image:${reversed}}`;
    }),
  );
  const style = document.getElementById(kStyle) ?? document.head.appendChild(Object.assign(document.createElement('style'), { id: kStyle }));
  style.textContent = rules.join('\n');
}
