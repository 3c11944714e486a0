import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useMode } from '../look.ts'
import { type Drawing, NO_UNITS, optionOf } from './chart-option.ts'

register([LineChart, BarChart, GridComponent, TooltipComponent, LegendComponent, AriaComponent, SVGRenderer])

interface ChartProps extends Drawing {
  height?: number
}

/** Lines and bars over one axis, in the colours of the theme. Always loaded when needed: `chart-lazy.tsx`. */
export function Chart({ label, x, series, units = NO_UNITS, height = 260, lying = false, near = false }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const mode = useMode()
  useEffect(() => {
    const element = box.current
    if (!element) return
    const chart = init(element, null, { renderer: 'svg' })
    const style = getComputedStyle(element)
    chart.setOption(
      optionOf(
        { label, x, series, units, lying, near },
        { font: style.fontFamily, colour: (name) => style.getPropertyValue(`--kb-${name}`).trim() },
      ),
    )
    const resize = new ResizeObserver(() => chart.resize())
    resize.observe(element)
    return () => {
      resize.disconnect()
      chart.dispose()
    }
  }, [label, x, series, units, lying, near, mode])
  return <div ref={box} className="kb-chart" style={{ height }} role="img" aria-label={label} />
}
