import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useMode } from '../look.ts'

register([LineChart, BarChart, GridComponent, TooltipComponent, LegendComponent, AriaComponent, SVGRenderer])

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

interface ChartProps {
  /** What is shown, for who cannot see it. */
  label: string
  x: readonly string[]
  series: readonly Series[]
  /** Of the left axis and of the right one. */
  units?: readonly [string, string?]
  height?: number
  /** Names at the left, bars to the right. */
  lying?: boolean
  /** The value axis begins near the lowest value and not at zero: for prices that differ by little. */
  near?: boolean
}

/** Lines and bars over one axis, in the colours of the theme. Always loaded when needed: `chart-lazy.tsx`. */
export function Chart({ label, x, series, units = [''], height = 260, lying = false, near = false }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const mode = useMode()
  useEffect(() => {
    const element = box.current
    if (!element) return
    const chart = init(element, null, { renderer: 'svg' })
    const style = getComputedStyle(element)
    const colour = (name: string) => style.getPropertyValue(`--kb-${name}`).trim()
    const names = {
      type: 'category' as const,
      data: [...x],
      boundaryGap: series.some((one) => one.kind === 'bar'),
      inverse: lying,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colour('line-strong') } },
      axisLabel: { color: colour('text-3'), ...(lying ? { width: 150, overflow: 'truncate' as const } : {}) },
    }
    const values = (unit: string, minInterval: number, split: boolean) => ({
      type: 'value' as const,
      minInterval,
      scale: near,
      name: unit,
      nameTextStyle: { color: colour('text-3') },
      splitLine: { show: split, lineStyle: { color: colour('line') } },
      axisLabel: { color: colour('text-3'), hideOverlap: true },
    })
    const whole = (right: boolean) =>
      series.filter((one) => Boolean(one.right) === right).every((one) => one.values.every(Number.isInteger)) ? 1 : 0
    const measures = [
      values(units[0], whole(false), true),
      ...(series.some((one) => one.right) ? [values(units[1] ?? '', whole(true), false)] : []),
    ]
    chart.setOption({
      animation: false,
      aria: { enabled: true, label: { description: label } },
      textStyle: { fontFamily: style.fontFamily },
      grid: { left: 8, right: 16, top: units.some(Boolean) ? 52 : 36, bottom: 4, containLabel: true },
      legend: { top: 0, right: 0, icon: 'circle', itemWidth: 8, textStyle: { color: colour('text-2') } },
      tooltip: {
        trigger: 'axis',
        backgroundColor: colour('raised'),
        borderColor: colour('line'),
        textStyle: { color: colour('text') },
      },
      xAxis: lying ? measures : names,
      yAxis: lying ? names : measures,
      series: series.map((one) => ({
        name: one.name,
        type: one.kind === 'bar' ? ('bar' as const) : ('line' as const),
        data: [...one.values],
        color: colour(one.colour),
        ...(one.right ? (lying ? { xAxisIndex: 1 } : { yAxisIndex: 1 }) : {}),
        ...(one.kind === 'bar'
          ? { barMaxWidth: 22 }
          : {
              step: one.kind === 'steps' ? ('end' as const) : false,
              symbol: 'circle',
              symbolSize: 5,
              showSymbol: one.values.length <= 31,
            }),
      })),
    })
    const resize = new ResizeObserver(() => chart.resize())
    resize.observe(element)
    return () => {
      resize.disconnect()
      chart.dispose()
    }
  }, [label, x, series, units, lying, near, mode])
  return <div ref={box} className="kb-chart" style={{ height }} role="img" aria-label={label} />
}
