import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { useCall } from '#web/use-call.ts'
import { colleagues } from '../contract/acts.ts'
import type { Person } from '../contract/shared.ts'

interface PeopleSelectProps {
  id: string
  many?: boolean
  most?: number
  value: readonly Person[]
  onChange: (people: Person[]) => void
}

const PAUSE_MS = 300

/** Colleagues found by name or department; several in the order chosen. */
export function PeopleSelect({ id, many = false, most = 10, value, onChange }: PeopleSelectProps) {
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const found = useCall(colleagues, { query: { keyword } }, { keep: true, fresh: 60_000 })
  const known = new Map([...value, ...(found.data ?? [])].map((one) => [one.employeeId, one]))
  const pick = (ids: string[]) => onChange(ids.flatMap((one) => known.get(one) ?? []))
  const common = {
    id,
    className: 'kb-wide',
    placeholder: '输入姓名或部门查找',
    // The server has filtered; what is chosen and does not match stays listed.
    showSearch: { filterOption: false, onSearch: setTyped },
    options: [...known.values()].map((one) => ({
      value: one.employeeId,
      label: one.department ? `${one.name}（${one.department}）` : one.name,
    })),
    loading: found.isFetching,
  }
  const ids = value.map((one) => one.employeeId)
  return many ? (
    <Select {...common} mode="multiple" maxCount={most} value={ids} onChange={pick} />
  ) : (
    <Select {...common} value={ids[0] ?? null} onChange={(one: string) => pick([one])} />
  )
}
