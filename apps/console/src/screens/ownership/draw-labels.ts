import type { NodeHoverDrawingFunction, NodeLabelDrawingFunction } from 'sigma/rendering';

const GAP_PX = 4;
const PAD_PX = 2;
const RING_PX = 2;

/** Draws the name of a node below it, on the colour of the canvas, so that no line crosses the name. */
export const labelOnCanvas =
  (canvas: string): NodeLabelDrawingFunction =>
  (context, { x, y, size, label }, { labelSize, labelFont, labelWeight, labelColor }) => {
    if (!label) return;
    context.font = `${labelWeight} ${labelSize}px ${labelFont}`;
    const width = context.measureText(label).width;
    const top = y + size + GAP_PX;
    context.fillStyle = canvas;
    context.fillRect(x - width / 2 - PAD_PX, top - PAD_PX, width + 2 * PAD_PX, labelSize + 2 * PAD_PX);
    context.fillStyle = labelColor.color ?? canvas;
    context.textBaseline = 'top';
    context.textAlign = 'center';
    context.fillText(label, x, top);
    context.textAlign = 'start';
    context.textBaseline = 'alphabetic';
  };

/** Draws a ring around the node under the pointer, and its name over those of others. */
export const ringOnCanvas = (canvas: string): NodeHoverDrawingFunction => {
  const drawLabel = labelOnCanvas(canvas);
  return (context, data, settings) => {
    context.beginPath();
    context.arc(data.x, data.y, data.size + RING_PX, 0, 2 * Math.PI);
    context.lineWidth = RING_PX;
    context.strokeStyle = settings.labelColor.color ?? data.color;
    context.stroke();
    drawLabel(context, data, settings);
  };
};
