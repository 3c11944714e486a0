type Rgb = readonly [number, number, number]

/** WCAG contrast of two `#rrggbb` colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(parse(a)), luminance(parse(b))]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

/** `color` mixed with as little black as gives `least` contrast against `ground`. */
export function darkened(color: string, ground: string, least: number): string {
  return mixedUntil(color, '#000000', { ground, least })
}

/** `color` mixed with as little white as gives `least` contrast against `ground`. */
export function lightened(color: string, ground: string, least: number): string {
  return mixedUntil(color, '#ffffff', { ground, least })
}

/** `color` with a share of black, as under a finger. */
export function pressed(color: string, share: number): string {
  return mix(parse(color), parse('#000000'), share)
}

/** `ground` with a share of `color`: a tint. */
export function tinted(color: string, ground: string, share: number): string {
  return mix(parse(ground), parse(color), share)
}

function mixedUntil(color: string, into: string, { ground, least }: { ground: string; least: number }): string {
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mix(parse(color), parse(into), share)
    if (contrast(mixed, ground) >= least) return mixed
  }
  return into
}

function mix(a: Rgb, b: Rgb, share: number): string {
  return `#${a
    .map((v, i) =>
      Math.round(v + (b[i]! - v) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

function parse(hex: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
}

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((v) => {
    const c = v / 255
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
