// SGF, as far as problems and their trees need it.

export interface SgfNode {
  properties: Record<string, string[]>;
  children: SgfNode[];
}

export class SgfError extends Error {}

export function parseSgf(text: string): SgfNode {
  let at = text.indexOf('(');
  if (at < 0) throw new SgfError('This is no SGF: it has no "(".');

  const skip = () => {
    while (at < text.length && /\s/.test(text[at]!)) ++at;
  };
  const value = (): string => {
    let out = '';
    for (++at; at < text.length && text[at] !== ']'; ++at) {
      if (text[at] === '\\') ++at;
      out += text[at] ?? '';
    }
    if (at >= text.length) throw new SgfError('The SGF ends inside of a value: a "]" is missing.');
    ++at;
    return out;
  };
  const node = (): SgfNode => {
    const properties: Record<string, string[]> = {};
    ++at; // ;
    for (skip(); /[A-Za-z]/.test(text[at] ?? ''); skip()) {
      let name = '';
      while (/[A-Za-z]/.test(text[at] ?? '')) name += text[at++];
      const id = name.replace(/[a-z]/g, '');
      const values = (properties[id] ??= []);
      for (skip(); text[at] === '['; skip()) values.push(value());
    }
    return { properties, children: [] };
  };
  const tree = (depth: number): SgfNode => {
    if (depth > 5000) throw new SgfError('The SGF is nested too deeply.');
    ++at; // (
    skip();
    if (text[at] !== ';') throw new SgfError('The SGF has a "(" without a node behind it.');
    const root = node();
    let last = root;
    for (skip(); text[at] === ';'; skip()) {
      const next = node();
      last.children.push(next);
      last = next;
    }
    for (; text[at] === '('; skip()) last.children.push(tree(depth + 1));
    if (text[at] !== ')') throw new SgfError('The SGF ends too early: a ")" is missing.');
    ++at;
    return root;
  };
  return tree(0);
}

const escape = (text: string) => text.replace(/([\]\\])/g, '\\$1');

export function makeSgf(node: SgfNode): string {
  const one = (n: SgfNode): string => {
    const own = Object.entries(n.properties).filter(([, values]) => values.length > 0);
    const text = `;${own.map(([name, values]) => name + values.map((v) => `[${escape(v)}]`).join('')).join('')}`;
    if (n.children.length === 1) return text + one(n.children[0]!);
    return text + n.children.map((child) => `(${one(child)})`).join('');
  };
  return `(${one(node)})`;
}
