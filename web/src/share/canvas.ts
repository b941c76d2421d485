/** Draws shapes on a canvas, and shares the picture. */
import { HEIGHT, WIDTH, type Shape } from './picture';

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif";

export function paint(canvas: HTMLCanvasElement, shapes: readonly Shape[]): void {
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d')!;
  context.lineCap = context.lineJoin = 'round';
  for (const shape of shapes) {
    if (shape.is === 'text') write(context, shape);
    else if (shape.is === 'fill') {
      context.fillStyle = shape.colour;
      context.fill(new Path2D(shape.path));
    } else {
      context.strokeStyle = shape.colour;
      context.lineWidth = shape.width;
      context.setLineDash([...(shape.dash ?? [])]);
      context.stroke(new Path2D(shape.path));
    }
  }
}

function write(
  context: CanvasRenderingContext2D,
  { text, x, y, size, weight, colour, align, max }: Extract<Shape, { is: 'text' }>,
): void {
  context.fillStyle = colour;
  context.textAlign = align;
  context.font = `${weight} ${size}px ${FONT}`;
  const wide = context.measureText(text).width;
  // A smaller font, because the narrower letters that the canvas would draw are hard to read.
  if (wide > max) context.font = `${weight} ${Math.floor((size * max) / wide)}px ${FONT}`;
  context.fillText(text, x, y, max);
}

/** The picture as a file. */
export async function fileOf(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('the browser made no picture');
  return new File([blob], name, { type: 'image/png' });
}

/** Returns true if this device can share a file with another program. */
export function canSend(file: File): boolean {
  return navigator.canShare?.({ files: [file] }) ?? false;
}

export function save(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(link.href);
}
