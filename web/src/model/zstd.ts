// Decompresses Zstandard (RFC 8878), in which certificates may come. Dictionaries are not supported and the checksum of
// the content is not looked at: a certificate is checked against the rules anyway.

const kMaxBytes = 2 ** 29; // a file that says it is larger is refused

const broken = (what: string) => new Error(`This zstd file is damaged: ${what}.`);
const highBit = (n: number) => 31 - Math.clz32(n);

export function decompress(data: Uint8Array): Uint8Array {
  const out = new Output();
  let at = 0;
  while (at < data.length) {
    const magic = number(data, at, 4);
    if (magic >= 0x184d2a50 && magic <= 0x184d2a5f) at += 8 + number(data, at + 4, 4); // a frame to be skipped
    else if (magic === 0xfd2fb528) at = frame(data, at + 4, out);
    else throw broken('an unknown kind of frame');
  }
  return out.bytes();
}

function number(data: Uint8Array, at: number, size: number): number {
  if (at + size > data.length) throw broken('it ends too early');
  let value = 0;
  for (let i = 0; i < size; ++i) value += data[at + i]! * 2 ** (8 * i);
  return value;
}

class Output {
  private data = new Uint8Array(1 << 16);
  length = 0;

  reserve(more: number): void {
    const needed = this.length + more;
    if (needed > kMaxBytes) throw new Error('This zstd file is too large.');
    if (needed <= this.data.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * this.data.length));
    larger.set(this.data.subarray(0, this.length));
    this.data = larger;
  }
  append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.data.set(bytes, this.length);
    this.length += bytes.length;
  }
  repeat(offset: number, count: number): void {
    if (offset < 1 || offset > this.length) throw broken('a match before its start');
    this.reserve(count);
    for (let i = 0; i < count; ++i, ++this.length) this.data[this.length] = this.data[this.length - offset]!;
  }
  bytes(): Uint8Array {
    return this.data.slice(0, this.length);
  }
}

// What one block leaves for the next.
interface Memory {
  huffman?: Huffman;
  tables: (Fse | undefined)[];
  offsets: [number, number, number];
}

function frame(data: Uint8Array, start: number, out: Output): number {
  const descriptor = number(data, start, 1);
  const single = (descriptor >> 5) & 1;
  const dictionary = [0, 1, 2, 4][descriptor & 3]!;
  let at = start + 1 + (single ? 0 : 1);
  if (number(data, at, dictionary) !== 0) throw new Error('This zstd file needs a dictionary.');
  at += dictionary + [single, 2, 4, 8][descriptor >> 6]!; // the size of the content is not needed
  const memory: Memory = { tables: [], offsets: [1, 4, 8] };
  for (let last = false; !last; ) {
    const header = number(data, at, 3);
    at += 3;
    last = (header & 1) === 1;
    const kind = (header >> 1) & 3;
    const size = header >> 3;
    const stored = kind === 1 ? 1 : size;
    if (at + stored > data.length) throw broken('a block ends too early');
    if (kind === 0) out.append(data.subarray(at, at + size));
    else if (kind === 1) out.append(new Uint8Array(size).fill(data[at]!));
    else if (kind === 2) block(data.subarray(at, at + size), memory, out);
    else throw broken('an unknown kind of block');
    at += stored;
  }
  return at + (descriptor & 4 ? 4 : 0);
}

function block(data: Uint8Array, memory: Memory, out: Output): void {
  const [literals, end] = literalsOf(data, memory);
  let [count, at] = [number(data, end, 1), end + 1];
  if (count >= 128) {
    count = count === 255 ? number(data, at, 2) + 0x7f00 : ((count - 128) << 8) + number(data, at, 1);
    at += data[end] === 255 ? 2 : 1;
  }
  if (count === 0) return out.append(literals);
  const modes = number(data, at++, 1);
  const [lengths, offsets, matches] = kKinds.map((kind, index) => {
    const mode = (modes >> (6 - 2 * index)) & 3;
    if (mode === 0) memory.tables[index] = kind.usual;
    else if (mode === 1) memory.tables[index] = { log: 0, symbols: [number(data, at++, 1)], bits: [0], bases: [0] };
    else if (mode === 2) [memory.tables[index], at] = readFse(data, at, kind.maxLog);
    return memory.tables[index] ?? fail('a table that was never given');
  }) as [Fse, Fse, Fse];

  const bits = new BackwardBits(data, at, data.length);
  let [length, offset, match] = [bits.read(lengths.log), bits.read(offsets.log), bits.read(matches.log)];
  let used = 0;
  for (let n = 0; n < count; ++n) {
    const offsetCode = offsets.symbols[offset]!;
    const distance = 2 ** offsetCode + bits.read(offsetCode);
    const [matchBase, matchBits] = kMatches[matches.symbols[match]!] ?? fail('a match length');
    const matchLength = matchBase + bits.read(matchBits);
    const [lengthBase, lengthBits] = kLengths[lengths.symbols[length]!] ?? fail('a literal length');
    const literalLength = lengthBase + bits.read(lengthBits);
    if (n + 1 < count) {
      length = next(lengths, length, bits);
      match = next(matches, match, bits);
      offset = next(offsets, offset, bits);
    }
    if (used + literalLength > literals.length) throw broken('too few literals');
    out.append(literals.subarray(used, used + literalLength));
    used += literalLength;
    out.repeat(trueOffset(distance, literalLength, memory.offsets), matchLength);
  }
  if (bits.left !== 0) throw broken('bits are left over');
  out.append(literals.subarray(used));
}

// Small values name one of the last three offsets.
function trueOffset(value: number, literals: number, last: Memory['offsets']): number {
  const index = value > 3 ? 3 : value - 1 + (literals === 0 ? 1 : 0);
  const offset = value > 3 ? value - 3 : index < 3 ? last[index]! : last[0] - 1;
  if (index > 1) last[2] = last[1];
  if (index > 0) last[1] = last[0];
  last[0] = offset;
  return offset;
}

function fail(what: string): never {
  throw broken(what);
}

// The literals of a block, and where they end.
function literalsOf(data: Uint8Array, memory: Memory): [Uint8Array, number] {
  const first = number(data, 0, 1);
  const kind = first & 3;
  const format = (first >> 2) & 3;
  if (kind < 2) {
    const header = format === 1 ? 2 : format === 3 ? 3 : 1;
    const size = Math.floor(number(data, 0, header) / (header === 1 ? 8 : 16));
    if (kind === 1) return [new Uint8Array(size).fill(number(data, header, 1)), header + 1];
    if (header + size > data.length) throw broken('too few literals');
    return [data.subarray(header, header + size), header + size];
  }
  const header = [3, 3, 4, 5][format]!;
  const width = [10, 10, 14, 18][format]!;
  const sizes = Math.floor(number(data, 0, header) / 16);
  const size = sizes % 2 ** width;
  const end = header + Math.floor(sizes / 2 ** width);
  if (end > data.length) throw broken('too few literals');
  let at = header;
  if (kind === 2) [memory.huffman, at] = readHuffman(data, at);
  const huffman = memory.huffman ?? fail('a table that was never given');
  const out = new Uint8Array(size);
  if (format === 0) {
    decode(huffman, new BackwardBits(data, at, end), out);
    return [out, end];
  }
  const part = Math.floor((size + 3) / 4);
  let from = at + 6;
  for (let stream = 0; stream < 4; ++stream) {
    const to = stream < 3 ? from + number(data, at + 2 * stream, 2) : end;
    decode(huffman, new BackwardBits(data, from, to), out.subarray(stream * part, stream < 3 ? (stream + 1) * part : size));
    from = to;
  }
  return [out, end];
}

// Bits that were written last are read first; beyond the beginning there are zeros.
class BackwardBits {
  left: number; // negative: as many zeros have been read

  constructor(private readonly data: Uint8Array, private readonly start: number, end: number) {
    const last = end > start && end <= data.length ? data[end - 1]! : 0;
    if (last === 0) throw broken('a stream without an end');
    this.left = 8 * (end - start - 1) + highBit(last);
  }
  read(count: number): number {
    this.left -= count;
    const missing = Math.min(count, Math.max(0, -this.left));
    let value = 0;
    for (let got = missing; got < count; ) {
      const bit = this.left + got;
      const taken = Math.min(8 - (bit & 7), count - got);
      value += ((this.data[this.start + (bit >> 3)]! >> (bit & 7)) & ((1 << taken) - 1)) * 2 ** got;
      got += taken;
    }
    return value;
  }
}

// Finite state entropy: a state is a symbol, and how to come to the next state.
interface Fse {
  log: number;
  symbols: number[];
  bits: number[];
  bases: number[];
}

const next = (table: Fse, state: number, bits: BackwardBits): number => table.bases[state]! + bits.read(table.bits[state]!);

function buildFse(log: number, counts: readonly number[]): Fse {
  const size = 1 << log;
  const symbols = Array<number>(size).fill(0);
  const seen = counts.map((count) => Math.abs(count));
  let high = size;
  counts.forEach((count, symbol) => count < 0 && (symbols[--high] = symbol));
  const step = (size >> 1) + (size >> 3) + 3;
  let at = 0;
  counts.forEach((count, symbol) => {
    for (let i = 0; i < count; ++i) {
      symbols[at] = symbol;
      do at = (at + step) & (size - 1);
      while (at >= high);
    }
  });
  if (at !== 0) throw broken('counts that do not add up');
  const bits = Array<number>(size);
  const bases = Array<number>(size);
  for (let state = 0; state < size; ++state) {
    const rank = seen[symbols[state]!]!++;
    bits[state] = log - highBit(rank);
    bases[state] = rank * 2 ** bits[state]! - size;
  }
  return { log, symbols, bits, bases };
}

// A table, and where its description ends.
function readFse(data: Uint8Array, start: number, maxLog: number): [Fse, number] {
  let bit = 8 * start;
  const read = (count: number) => {
    let value = 0;
    for (let i = 0; i < count; ++i, ++bit) value += ((number(data, bit >> 3, 1) >> (bit & 7)) & 1) << i;
    return value;
  };
  const log = read(4) + 5;
  if (log > maxLog) throw broken('a table that is too large');
  const counts: number[] = [];
  for (let left = 1 << log; left > 0; ) {
    if (counts.length > 255) throw broken('too many symbols');
    const width = highBit(left + 1) + 1;
    const low = (1 << (width - 1)) - 1;
    const unused = (1 << width) - 1 - (left + 1);
    let value = read(width);
    if ((value & low) < unused) {
      --bit; // a short one
      value &= low;
    } else if (value > low) value -= unused;
    left -= Math.abs(value - 1);
    counts.push(value - 1);
    if (value !== 1) continue;
    for (let more = 3; more === 3; ) counts.push(...Array<number>((more = read(2))).fill(0));
  }
  return [buildFse(log, counts), (bit + 7) >> 3];
}

// Prefix codes: the next bits of a stream say which symbol it is, and how many of them belong to it.
interface Huffman {
  log: number;
  symbols: Uint8Array;
  bits: Uint8Array;
}

function readHuffman(data: Uint8Array, start: number): [Huffman, number] {
  const header = number(data, start, 1);
  const weights: number[] = [];
  let end = start + 1;
  if (header >= 128) {
    const count = header - 127;
    for (let i = 0; i < count; ++i) weights.push((number(data, end + (i >> 1), 1) >> (i % 2 === 0 ? 4 : 0)) & 15);
    end += (count + 1) >> 1;
  } else {
    end += header;
    const [table, from] = readFse(data, start + 1, 6);
    const bits = new BackwardBits(data, from, end);
    const states = [bits.read(table.log), bits.read(table.log)];
    for (let turn = 0; ; turn ^= 1) {
      if (weights.length > 254) throw broken('too many weights');
      weights.push(table.symbols[states[turn]!]!);
      states[turn] = next(table, states[turn]!, bits);
      if (bits.left >= 0) continue;
      weights.push(table.symbols[states[turn ^ 1]!]!);
      break;
    }
  }
  const sum = weights.reduce((all, weight) => all + (weight > 0 ? 2 ** (weight - 1) : 0), 0);
  const log = sum > 0 ? highBit(sum) + 1 : 0;
  const rest = 2 ** log - sum; // the last weight is not written
  if (log < 1 || log > 11 || 2 ** highBit(rest) !== rest) throw broken('weights that do not add up');
  weights.push(highBit(rest) + 1);
  const symbols = new Uint8Array(1 << log);
  const bits = new Uint8Array(1 << log);
  let at = 0;
  for (let weight = 1; weight <= log; ++weight) {
    weights.forEach((own, symbol) => {
      if (own !== weight) return;
      symbols.fill(symbol, at, at + 2 ** (weight - 1));
      bits.fill(log + 1 - weight, at, at + 2 ** (weight - 1));
      at += 2 ** (weight - 1);
    });
  }
  return [{ log, symbols, bits }, end];
}

function decode({ log, symbols, bits: widths }: Huffman, bits: BackwardBits, out: Uint8Array): void {
  let state = bits.read(log);
  for (let i = 0; i < out.length; ++i) {
    out[i] = symbols[state]!;
    const width = widths[state]!;
    state = ((state << width) & ((1 << log) - 1)) + bits.read(width);
  }
  if (bits.left !== -log) throw broken('bits are left over');
}

// Codes of lengths: [the least, bits that are added to it]. The first ones stand for themselves; each of the others
// begins where the one before ends.
type Codes = readonly (readonly [number, number])[];
const codes = (first: number, plain: number, extra: readonly number[]): Codes => {
  const all: [number, number][] = Array.from({ length: plain }, (_, i) => [first + i, 0]);
  let base = first + plain;
  for (const bits of extra) {
    all.push([base, bits]);
    base += 2 ** bits;
  }
  return all;
};
const kLengths = codes(0, 16, [1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
const kMatches = codes(3, 32, [1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);

const ones = (count: number) => Array<number>(count).fill(1);
const kKinds = [
  { maxLog: 9, usual: buildFse(6, [4, 3, ...Array<number>(11).fill(2), 1, 1, 1, ...Array<number>(9).fill(2), 3, 2, ...ones(5), -1, -1, -1, -1]) },
  { maxLog: 8, usual: buildFse(5, [...ones(6), 2, 2, 2, ...ones(15), -1, -1, -1, -1, -1]) },
  { maxLog: 9, usual: buildFse(6, [1, 4, 3, ...Array<number>(6).fill(2), ...ones(37), ...Array<number>(7).fill(-1)]) },
];
