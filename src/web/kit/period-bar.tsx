import { DatePicker, Radio } from 'antd'
import dayjs from 'dayjs'
import { useSearchParams } from 'react-router'
import { changedParams } from '../changed-params.ts'
import { tr } from './labels.ts'

/** Scope and period of a statistic as they stand in the address; empty ends mean the server's usual period. */
export function usePeriod() {
  const [search] = useSearchParams()
  const [from, to] = [search.get('from'), search.get('to')]
  return {
    scope: search.get('scope') === '1' ? 1 : 0,
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  }
}

interface PeriodBarProps {
  unit: 'day' | 'month'
  /** Whose figures may be meant; 0 is the first. */
  scopes: readonly { value: number; label: string }[]
  /** What the server took for ends left out. */
  shown?: { from: string; to: string } | undefined
}

/** Chooses scope and period; both go into the address, and the list begins anew. */
export function PeriodBar({ unit, scopes, shown }: PeriodBarProps) {
  const [search, setSearch] = useSearchParams()
  const set = (changes: Record<string, string>) =>
    setSearch(changedParams(search, { page: null, cursor: null, ...changes }), { replace: true })
  const format = unit === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM'
  const end = (name: 'from' | 'to') => search.get(name) ?? shown?.[name] ?? ''
  const face = (text: string) => (text ? dayjs(unit === 'day' ? text : `${text}-01`) : null)
  return (
    <div className="kb-period" role="search">
      <Radio.Group
        aria-label={tr('统计范围')}
        value={search.get('scope') === '1' ? 1 : 0}
        options={scopes.map(({ value, label }) => ({ value, label: tr(label) }))}
        onChange={(event) => set({ scope: event.target.value === 1 ? '1' : '' })}
      />
      <DatePicker.RangePicker
        picker={unit === 'day' ? 'date' : 'month'}
        allowClear={search.has('from') || search.has('to')}
        placeholder={[tr('开始'), tr('结束')]}
        value={[face(end('from')), face(end('to'))]}
        onChange={(range) => set({ from: range?.[0]?.format(format) ?? '', to: range?.[1]?.format(format) ?? '' })}
      />
    </div>
  )
}
