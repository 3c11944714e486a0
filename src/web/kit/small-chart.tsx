interface Point {
  key: string
  /** Only its place among the others counts. */
  value: number
  /** Said of the point: date, value. */
  label: string
}

interface SmallChartProps {
  points: readonly Point[]
  /** What the line shows, for screen readers. */
  label: string
}

const WIDTH = 320
const HEIGHT = 88
const MARGIN = 10

/** A line over a few values, drawn by hand: nothing is loaded for it. The values stand in a table beside it. */
export function SmallChart({ points, label }: SmallChartProps) {
  const values = points.map(({ value }) => value)
  const least = Math.min(...values)
  const span = Math.max(...values) - least
  const places = points.map((point, i) => ({
    ...point,
    x: points.length === 1 ? WIDTH / 2 : MARGIN + (i * (WIDTH - 2 * MARGIN)) / (points.length - 1),
    y: span === 0 ? HEIGHT / 2 : HEIGHT - MARGIN - ((point.value - least) * (HEIGHT - 2 * MARGIN)) / span,
  }))
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width="100%" role="img" aria-label={label}>
      <polyline
        points={places.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        stroke="var(--kb-accent)"
        strokeWidth="1.5"
      />
      {places.map(({ key, x, y, label: said }) => (
        <circle key={key} cx={x} cy={y} r="3.5" fill="var(--kb-accent)">
          <title>{said}</title>
        </circle>
      ))}
    </svg>
  )
}
