const ACTING = 'a, button, input, select, textarea, [role=button], [role=tab], [contenteditable=true]'
const STEP = 16

/**
 * How far from the lower edge of the window (px) something as wide as it and `height` px high lies over nothing that can be
 * pressed; 0 where there is no such place in the lower half.
 */
export function freeFromBottom(height: number): number {
  for (let offset = 0; offset + height < innerHeight / 2; offset += STEP)
    if (isFree(innerHeight - offset - height, innerHeight - offset)) return offset
  return 0
}

function isFree(top: number, bottom: number): boolean {
  for (let y = top; y <= bottom; y += STEP)
    for (let x = STEP; x < innerWidth; x += STEP)
      if (document.elementsFromPoint(x, y).some((element) => element.closest(ACTING))) return false
  return true
}
