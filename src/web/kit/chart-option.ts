import { formatTime } from '#contract/time.ts'

export interface Series {
  name: string
  /** Steps: what holds until the next value. */
  kind: 'line' | 'steps' | 'bar'
  colour: 'accent' | 'success' | 'warning'
  /** Only drawn, never computed with: amounts may be rounded here. */
  values: readonly number[]
  /** Measured on an axis of its own, at the right. */
  right?: boolean
}

/** Instants, epoch ms, drawn where they lie between `from` and `to`: a pause is as wide as it was long. */
export interface TimeAxis {
  at: readonly number[]
  from: number
  to: number
}

export interface Drawing {
  /** What is shown, for who cannot see it. */
  label: string
  /** Names side by side, or instants. */
  x: readonly string[] | TimeAxis
  series: readonly Series[]
  /** Of the left axis and of the right one. */
  units?: readonly [string, string?]
  /** Names at the left, bars to the right. */
  lying?: boolean
  /** The value axis begins near the lowest value and not at zero: for prices that differ by little. */
  near?: boolean
}

interface Style {
  font: string
  /** A custom property of the theme, without its prefix. */
  colour: (name: string) => string
}

export const NO_UNITS = [''] as const

/** What the chart library is told: pure, in the colours of the theme. */
export function optionOf(drawing: Drawing, { font, colour }: Style) {
  const { label, x, series, units = NO_UNITS, lying = false, near = false } = drawing
  const quiet = { color: colour('text-3') }
  const times = isTime(x) ? x : null
  const bottom = {
    axisTick: { show: times !== null },
    axisLine: { lineStyle: { color: colour('line-strong') } },
    ...(times
      ? {
          type: 'time' as const,
          min: times.from,
          max: times.to,
          axisLabel: { ...quiet, hideOverlap: true, formatter: clockOf },
        }
      : {
          type: 'category' as const,
          data: [...(x as readonly string[])],
          boundaryGap: series.some((one) => one.kind === 'bar'),
          inverse: lying,
          axisLabel: { ...quiet, ...(lying ? { width: 150, overflow: 'truncate' as const } : {}) },
        }),
  }
  const values = (unit: string, minInterval: number, split: boolean) => ({
    type: 'value' as const,
    minInterval,
    scale: near,
    name: unit,
    nameTextStyle: quiet,
    splitLine: { show: split, lineStyle: { color: colour('line') } },
    axisLabel: { ...quiet, hideOverlap: true },
  })
  const whole = (right: boolean) =>
    series.filter((one) => Boolean(one.right) === right).every((one) => one.values.every(Number.isInteger)) ? 1 : 0
  const measures = [
    values(units[0], whole(false), true),
    ...(series.some((one) => one.right) ? [values(units[1] ?? '', whole(true), false)] : []),
  ]
  return {
    animation: false,
    aria: { enabled: true, label: { description: label } },
    textStyle: { fontFamily: font },
    grid: { left: 8, right: times ? 40 : 16, top: units.some(Boolean) ? 52 : 36, bottom: 4, containLabel: true },
    legend: { top: 0, right: 0, icon: 'circle', itemWidth: 8, textStyle: { color: colour('text-2') } },
    tooltip: {
      trigger: 'axis' as const,
      backgroundColor: colour('raised'),
      borderColor: colour('line'),
      textStyle: { color: colour('text') },
      ...(times
        ? { axisPointer: { label: { formatter: ({ value }: { value: unknown }) => clockOf(Number(value)) } } }
        : {}),
    },
    xAxis: lying ? measures : bottom,
    yAxis: lying ? bottom : measures,
    series: series.map((one) => ({
      name: one.name,
      type: one.kind === 'bar' ? ('bar' as const) : ('line' as const),
      data: times ? one.values.map((value, i) => [times.at[i]!, value]) : [...one.values],
      color: colour(one.colour),
      ...(one.right ? (lying ? { xAxisIndex: 1 } : { yAxisIndex: 1 }) : {}),
      ...(one.kind === 'bar'
        ? { barMaxWidth: 22 }
        : {
            step: one.kind === 'steps' ? ('end' as const) : (false as const),
            symbol: 'circle',
            symbolSize: 5,
            showSymbol: one.values.length <= 31,
          }),
    })),
  }
}

function isTime(x: Drawing['x']): x is TimeAxis {
  return !Array.isArray(x)
}

/** Beijing time of day, whatever the browser's own zone. */
function clockOf(at: number): string {
  return formatTime(new Date(at).toISOString(), true).slice(11)
}
