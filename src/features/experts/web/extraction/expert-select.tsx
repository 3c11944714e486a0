import { Select } from 'antd'
import { useState } from 'react'
import { useCall } from '#web/use-call.ts'
import { expertPage, ExpertStatus } from '../../contract.ts'
import { ExpertLibrary } from '../../rules/enums.ts'

export interface Chosen {
  value: string
  label: string
}

interface ExpertSelectProps {
  value?: Chosen[]
  onChange?: (chosen: Chosen[]) => void
  /** Of this library only; 0: whichever. */
  library: number
  most?: number
}

/** Enabled experts of one library, found by name or employer. */
export function ExpertSelect({ value = [], onChange, library, most = 20 }: ExpertSelectProps) {
  const [keyword, setKeyword] = useState('')
  const query = { keyword, status: ExpertStatus.values.enabled, pageSize: 50 }
  const page = useCall(expertPage, { query }, { keep: true })
  const rows = (page.data?.rows ?? []).filter(
    (row) =>
      library === 0 ||
      (row.library === 'company') === (library === ExpertLibrary.values.company) ||
      row.library === 'shared',
  )
  return (
    <Select<Chosen[]>
      mode="multiple"
      labelInValue
      aria-label="选择专家"
      placeholder="按姓名或工作单位查找"
      maxCount={most}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={page.isFetching}
      options={rows.map((row) => ({
        value: row.expertId,
        label: `${row.name}（${row.employer}，${row.majorNames.join('、')}）`,
      }))}
      value={value}
      onChange={(chosen) => onChange?.(chosen)}
    />
  )
}
