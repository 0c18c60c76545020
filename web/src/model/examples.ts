// One click away: something worth seeing of each game.
import type { GameName } from '../engine/types';

export interface Example {
  title: string;
  text: string; // as it could be pasted
}

export const examples: Record<GameName, Example[]> = {
  connect4: [
    { title: 'One column wins', text: '323441146172552' },
    { title: 'A long way', text: '452317713367121' },
    { title: 'Nearly full', text: '2252576253462244111563365343671351441' },
    { title: 'Seven discs: millions of nodes', text: '4444423' },
    { title: 'Empty board', text: '' },
  ],
  go: [
    {
      title: 'Six in the corner',
      text: '(;GM[1]FF[4]SZ[9]AB[ag][bg][cg][dg][dh][di]AW[af][bf][cf][df][ef][eg][eh][ei]PL[W]MA[ag])',
    },
    {
      title: 'L group: dead as it stands',
      text: '(;GM[1]FF[4]SZ[9]AB[bg][cg][dg][dh]AW[af][bf][cf][df][ef][eg][eh][ei]PL[W]MA[bg])',
    },
    {
      title: 'Alive already',
      text: '(;GM[1]FF[4]SZ[9]AB[ah][bh][ch][dh][eh][ei]AW[ag][bg][cg][dg][eg][fg][fh][fi]PL[W]MA[ah])',
    },
  ],
  chess: [
    { title: 'Start', text: '' },
    { title: 'Sharp middlegame', text: 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' },
    { title: 'Mate in three', text: 'r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1' },
    {
      title: 'A whole game',
      text: '1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8#',
    },
  ],
  shogi: [
    { title: 'Start', text: '' },
    { title: 'Mate in five', text: '7kl/7p1/6S2/9/9/9/9/9/9 b R2Gr2b2g3s4n3l17p 1' },
    {
      title: 'Wild middlegame',
      text: 'l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1',
    },
  ],
};
