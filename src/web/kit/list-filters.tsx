import { Button, DatePicker, Input, Select } from 'antd'
import dayjs from 'dayjs'
import { useEffect, useRef, useState } from 'react'
import { dayEdge } from './beijing.ts'
import { tr } from './labels.ts'

interface FilterBase {
  label: string
  /** Stands behind 更多筛选 until it is used. */
  more?: boolean
}

/**
 * A filter as data; `name` is that of the endpoint's query. `dates` fills two names: with the first and last instant of
 * the chosen Beijing days, or with the days themselves (`2026-11-21`) when `as` is 'day'.
 */
export type Filter<N extends string> = FilterBase &
  (
    | { kind: 'text'; name: N; placeholder?: string }
    | { kind: 'select'; name: N; options: readonly { value: string | number; label: string }[] }
    | { kind: 'dates'; name: readonly [from: N, to: N]; as?: 'day' | 'instant' }
  )

export interface ListFiltersProps {
  filters: readonly Filter<string>[]
  values: Record<string, string>
  onChange: (changed: Record<string, string>) => void
}

/** All filters of a list in one line; typing acts after a pause, choosing at once. */
export function ListFilters({ filters, values, onChange }: ListFiltersProps) {
  const used = (f: Filter<string>) => namesOf(f).some((name) => values[name])
  const [all, setAll] = useState(() => filters.some((f) => f.more && used(f)))
  const shown = filters.filter((f) => all || !f.more)
  const clearable = filters.some(used)
  return (
    <div className="kb-filters kb-flex kb-gap-8 kb-wrap" role="search">
      {shown.map((filter) => (
        <FilterInput key={String(filter.name)} filter={filter} values={values} onChange={onChange} />
      ))}
      {filters.some((f) => f.more) && (
        <Button type="text" onClick={() => setAll(!all)} aria-expanded={all}>
          {tr(all ? '收起' : '更多筛选')}
        </Button>
      )}
      {clearable && (
        <Button type="link" onClick={() => onChange(Object.fromEntries(filters.flatMap(namesOf).map((n) => [n, ''])))}>
          {tr('清空')}
        </Button>
      )}
    </div>
  )
}

/** What goes into the query for the values that stand in the address. */
export function queryOf(filters: readonly Filter<string>[], values: Record<string, string>): Record<string, string> {
  const query = { ...values }
  for (const filter of filters) {
    if (filter.kind !== 'dates' || filter.as === 'day') continue
    const [from, to] = filter.name
    if (query[from]) query[from] = dayEdge(query[from], 'start')
    if (query[to]) query[to] = dayEdge(query[to], 'end')
  }
  return query
}

export function namesOf(filter: Filter<string>): readonly string[] {
  return filter.kind === 'dates' ? filter.name : [filter.name]
}

interface FilterInputProps extends Omit<ListFiltersProps, 'filters'> {
  filter: Filter<string>
}

function FilterInput({ filter, values, onChange }: FilterInputProps) {
  switch (filter.kind) {
    case 'text':
      return (
        <TextFilter
          label={filter.label}
          placeholder={filter.placeholder ?? filter.label}
          value={values[filter.name] ?? ''}
          onChange={(value) => onChange({ [filter.name]: value })}
        />
      )
    case 'select':
      return (
        <Select
          aria-label={tr(filter.label)}
          className="kb-filter-select"
          allowClear
          placeholder={tr(filter.label)}
          value={values[filter.name] ?? null}
          options={filter.options.map((o) => ({ value: String(o.value), label: tr(o.label) }))}
          onChange={(value: string | undefined) => onChange({ [filter.name]: value ?? '' })}
        />
      )
    case 'dates': {
      const [from, to] = filter.name
      return (
        <DatePicker.RangePicker
          className="kb-filter-dates"
          allowEmpty={[true, true]}
          placeholder={[`${tr(filter.label)}${tr('起')}`, tr('止')]}
          value={[values[from] ? dayjs(values[from]) : null, values[to] ? dayjs(values[to]) : null]}
          onChange={(range) =>
            onChange({ [from]: range?.[0]?.format('YYYY-MM-DD') ?? '', [to]: range?.[1]?.format('YYYY-MM-DD') ?? '' })
          }
        />
      )
    }
  }
}

function TextFilter(props: { label: string; placeholder: string; value: string; onChange: (value: string) => void }) {
  const { label, placeholder, value, onChange } = props
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The address may change under us (back, clear): follow it, but never while the person types.
  useEffect(() => {
    clearTimeout(timer.current)
    setText(value)
  }, [value])
  const later = (next: string, wait: number) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => next.trim() !== value && onChange(next.trim()), wait)
  }
  return (
    <Input.Search
      aria-label={tr(label)}
      className="kb-filter-text"
      allowClear
      maxLength={100}
      placeholder={tr(placeholder)}
      value={text}
      onChange={(e) => later(e.target.value, 400)}
      onSearch={(next) => later(next, 0)}
    />
  )
}
