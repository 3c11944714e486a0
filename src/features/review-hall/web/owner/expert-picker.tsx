import { Input, Select } from 'antd'
import { useState } from 'react'
import { DataTable } from '#web/kit/data-table.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import {
  EXPERT_KINDS,
  type ExpertKind,
  expertPage,
  type ExpertRow,
  ExpertStatus,
  type Library,
} from '#features/experts/contract.ts'

interface ExpertPickerProps {
  chosen: readonly string[]
  /** People who cannot be chosen, with the reason. */
  barred?: ReadonlyMap<string, string>
  /** Only one at a time. */
  single?: boolean
  onChange: (expertIds: string[], known: readonly ExpertRow[]) => void
}

/** The enabled experts of the own library and the platform's, found by name, kind, library or major. */
export function ExpertPicker({ chosen, barred = new Map(), single = false, onChange }: ExpertPickerProps) {
  const [keyword, setKeyword] = useState('')
  const [kind, setKind] = useState<ExpertKind | undefined>()
  const [library, setLibrary] = useState<Library | undefined>()
  const [pageNo, setPageNo] = useState(1)
  const query = { keyword, kind, library, status: ExpertStatus.values.enabled, pageSize: 10, pageNo }
  const page = useCall(expertPage, { query }, { keep: true })
  const rows = page.data?.rows ?? []
  const filter =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setPageNo(1)
    }
  const toggle = (keys: string[]) => {
    const here = rows.map((r) => r.expertId)
    const elsewhere = chosen.filter((id) => !here.includes(id))
    const added = keys.filter((id) => here.includes(id) && !barred.has(id))
    onChange([...elsewhere, ...added], rows)
  }
  return (
    <div className="rv-picker kb-above-8">
      <div className="kb-filters kb-flex kb-gap-8 kb-wrap" role="search">
        <Input.Search
          className="kb-filter-text"
          placeholder="姓名、单位或专业"
          aria-label="姓名、单位或专业"
          allowClear
          onSearch={filter(setKeyword)}
        />
        <Select<ExpertKind>
          className="kb-filter-select"
          aria-label="类别"
          placeholder="类别"
          allowClear
          options={Object.entries(EXPERT_KINDS).map(([value, label]) => ({ value: value as ExpertKind, label }))}
          onChange={filter(setKind)}
        />
        <Select<Library>
          className="kb-filter-select"
          aria-label="专家库"
          placeholder="专家库"
          allowClear
          options={[
            { value: 'company', label: '本单位专家库' },
            { value: 'shared', label: '共享专家' },
            { value: 'platform', label: '平台专家库' },
          ]}
          onChange={filter(setLibrary)}
        />
      </div>
      {!page.data ? (
        <Skeleton lines={8} />
      ) : (
        <DataTable
          label="专家"
          rows={rows}
          rowKey={(r) => r.expertId}
          loading={page.isPlaceholderData}
          {...(single
            ? {
                renderEnd: (r: ExpertRow) =>
                  barred.has(r.expertId) ? null : (
                    <button type="button" className="kb-accent kb-nowrap" onClick={() => onChange([r.expertId], rows)}>
                      {chosen.includes(r.expertId) ? '✓ 已选择' : '选择'}
                    </button>
                  ),
              }
            : { selection: { keys: chosen, onChange: toggle } })}
          rowClass={(r) => (barred.has(r.expertId) ? 'rv-failed' : undefined)}
          columns={[
            { key: 'name', title: '姓名', width: 110, render: (r) => <b>{r.name}</b> },
            { key: 'kind', title: '类别', width: 90, value: (r) => EXPERT_KINDS[r.kind] },
            { key: 'employer', title: '工作单位', value: (r) => r.employer },
            { key: 'majors', title: '专业', value: (r) => barred.get(r.expertId) ?? r.majorNames.join('、') },
          ]}
        />
      )}
      <div className="kb-pad-y-8 kb-flex kb-gap-12 kb-end kb-hint">
        <button
          type="button"
          className="kb-accent kb-nowrap"
          disabled={pageNo === 1}
          onClick={() => setPageNo(pageNo - 1)}
        >
          上一页
        </button>
        <span>第 {pageNo} 页</span>
        <button
          type="button"
          className="kb-accent kb-nowrap"
          disabled={!page.data?.next}
          onClick={() => setPageNo(pageNo + 1)}
        >
          下一页
        </button>
      </div>
    </div>
  )
}
