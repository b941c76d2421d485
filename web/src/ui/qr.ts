/** An invitation's address as a QR code. */
import { encode } from 'uqr';

/** A code as the path of an SVG, in modules; `quiet` modules of margin. */
export function path(text: string, quiet = 4): { d: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: quiet });
  let d = '';
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue;
      let end = x;
      while (row[end]) end++;
      d += `M${x} ${y}h${end - x}v1h${x - end}z`;
      x = end;
    }
  }
  return { d, size };
}
