import { LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'

register([LineChart, GridComponent, TooltipComponent, LegendComponent, AriaComponent, SVGRenderer])

interface TrendChartProps {
  rows: readonly { day: string; visits: number; visitors: number }[]
}

/** Two lines over the days, in the colours of the theme. */
export function TrendChart({ rows }: TrendChartProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const chart = init(element, null, { renderer: 'svg' })
    const style = getComputedStyle(element)
    const colour = (name: string) => style.getPropertyValue(`--kb-${name}`).trim()
    const line = (name: string, data: number[], color: string) => ({
      name,
      type: 'line' as const,
      data,
      color,
      symbol: 'circle',
      symbolSize: 5,
      showSymbol: data.length <= 31,
    })
    chart.setOption({
      animation: false,
      aria: { enabled: true, label: { description: `访问趋势，${rows[0]?.day ?? ''}至${rows.at(-1)?.day ?? ''}` } },
      textStyle: { fontFamily: style.fontFamily },
      grid: { left: 8, right: 16, top: 36, bottom: 4, containLabel: true },
      legend: { top: 0, right: 0, icon: 'circle', itemWidth: 8, textStyle: { color: colour('text-2') } },
      tooltip: { trigger: 'axis' },
      xAxis: {
        type: 'category',
        data: rows.map((row) => row.day.slice(5)),
        boundaryGap: false,
        axisLine: { lineStyle: { color: colour('line-strong') } },
        axisLabel: { color: colour('text-3') },
      },
      yAxis: {
        type: 'value',
        minInterval: 1,
        splitLine: { lineStyle: { color: colour('line') } },
        axisLabel: { color: colour('text-3') },
      },
      series: [
        line(
          '访问次数',
          rows.map((row) => row.visits),
          colour('accent'),
        ),
        line(
          '访客人数',
          rows.map((row) => row.visitors),
          colour('success'),
        ),
      ],
    })
    const resize = new ResizeObserver(() => chart.resize())
    resize.observe(element)
    return () => {
      resize.disconnect()
      chart.dispose()
    }
  }, [rows])
  return <div ref={box} className="org-chart" role="img" aria-label="访问趋势图" />
}
