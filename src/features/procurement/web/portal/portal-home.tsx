import { noticeLabel } from '../../methods/notices.ts'
import { say } from '../../methods/say.ts'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDate } from '#contract/time.ts'
import { useCountdown } from '#web/clock.ts'
import { ListTabs } from '#web/kit/list-parts.tsx'
import { readListState, toPage, withFilters, writeListState } from '#web/kit/list-state.ts'
import type { ListState } from '#web/kit/list-state.ts'
import { Pager } from '#web/kit/pager.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/kit/states.tsx'
import type { Tone } from '#web/kit/status-tag.tsx'
import { Countdown } from '#web/kit/values.tsx'
import { Parts } from '#web/shell/parts.tsx'
import { useCall } from '#web/use-call.ts'
import { portalNotices } from '../../contract/portal.ts'
import { PORTAL_SLOTS } from '../../contract/slots.ts'
import { CATEGORIES, InformationType, NoticeKind, PurchaseMethod } from '../../rules/enums.ts'
import { SupersededTag } from '../superseded.tsx'
import { PortalFrame } from './portal-frame.tsx'
import { chosen, PORTAL_FILTERS, PORTAL_TABS, type PortalFilters, portalQuery } from './portal-tabs.ts'

type Row = OutputOf<typeof portalNotices>['rows'][number]

const TONES: Partial<Record<number, Tone>> = {
  [NoticeKind.values.announcement]: 'active',
  [NoticeKind.values.change]: 'warning',
  [NoticeKind.values.result]: 'success',
  [NoticeKind.values.abortive]: 'danger',
}

/** The notices of the tenant by kind, with search; nothing here needs a log-in. */
export function Screen() {
  const [search, setSearch] = useSearchParams()
  const state = readListState(search, PORTAL_FILTERS)
  // From the address as it is, not as it was last drawn, as every list does.
  const go = (change: (now: ListState) => ListState) => {
    const now = new URLSearchParams(window.location.search)
    setSearch(writeListState(now, change(readListState(now, PORTAL_FILTERS)), PORTAL_FILTERS))
  }
  const { pageNo, pageSize, cursor } = state
  const filters: PortalFilters = state.filters
  const filter = (changed: PortalFilters) => go((now) => withFilters(now, chosen(changed)))
  const asked = {
    keyword: filters.keyword,
    region: filters.region,
    ...portalQuery(filters),
    ...(filters.category ? { category: filters.category as keyof typeof CATEGORIES } : {}),
  }
  const query = useCall(portalNotices, { query: { pageNo, pageSize, cursor, ...asked } }, { keep: true, fresh: 30_000 })
  return (
    <PortalFrame>
      <h1>采购公告与结果公示</h1>
      <div className="portal-search" role="search">
        <SearchBox
          label="搜索公告"
          placeholder="公告标题、编号、采购人"
          value={filters.keyword ?? ''}
          onSearch={(keyword) => filter({ keyword })}
        />
        <Choice
          label="公告类型"
          value={filters.type}
          options={InformationType.options}
          onChoose={(type) => filter({ type })}
        />
        <Choice
          label="采购方式"
          value={filters.method}
          options={PurchaseMethod.options}
          onChoose={(method) => filter({ method })}
        />
        <Choice
          label="类别"
          value={filters.category}
          options={Object.entries(CATEGORIES).map(([value, label]) => ({ value, label }))}
          onChoose={(category) => filter({ category })}
        />
        <SearchBox
          label="地区"
          placeholder="地区"
          value={filters.region ?? ''}
          onSearch={(region) => filter({ region })}
        />
      </div>
      <ListTabs
        tabs={PORTAL_TABS}
        value={filters.kind ?? ''}
        counts={undefined}
        onChange={(kind) => filter({ kind })}
      />
      <div className="portal-body">
        <section
          aria-label="公告列表"
          aria-busy={query.isPlaceholderData}
          className={query.isPlaceholderData ? 'kb-table-loading' : ''}
        >
          {!query.data ? (
            query.error ? (
              <ErrorState error={query.error} onRetry={() => void query.refetch()} />
            ) : (
              <Skeleton lines={10} />
            )
          ) : query.data.rows.length === 0 ? (
            <EmptyState title="没有符合条件的公告" hint="可以换个关键词，或清除筛选条件" />
          ) : (
            <>
              <Parts of={PORTAL_SLOTS.notices} rows={query.data.rows} total={query.data.total} filters={asked} />
              <ul>
                {query.data.rows.map((row) => (
                  <NoticeLine key={row.noticeId} row={row} />
                ))}
              </ul>
              <Pager
                pageNo={pageNo}
                pageSize={pageSize}
                total={query.data.total}
                hasNext={query.data.next !== null}
                onPage={(page) => {
                  go(() => toPage(state, page, query.data.next))
                  window.scrollTo({ top: 0 })
                }}
                onSize={(size) => go((now) => ({ ...withFilters(now, {}), pageSize: size }))}
              />
            </>
          )}
        </section>
        <aside>
          <Parts of={PORTAL_SLOTS.log} />
        </aside>
      </div>
    </PortalFrame>
  )
}

function NoticeLine({ row }: { row: Row }) {
  const left = useCountdown(row.bidEnd)
  const open =
    (row.kind === NoticeKind.values.announcement || row.kind === NoticeKind.values.change) &&
    left !== null &&
    !left.over
  return (
    <li className="kb-line-tall">
      <div className="portal-line-head kb-row kb-gap-12 kb-base kb-size-15">
        <span className={`kb-chip kb-tag-${TONES[row.kind] ?? 'neutral'}`}>{noticeLabel(row.kind, row)}</span>
        <Link className="kb-shrink kb-quiet kb-break" to={`/portal/notices/${row.noticeId}`}>
          {row.title}
        </Link>
        <SupersededTag notice={row} />
      </div>
      <p className="kb-flex kb-gap-16 kb-flat kb-wrap kb-hint">
        <span>{row.purchaserName}</span>
        {row.region && <span>{row.region}</span>}
        <span>{(CATEGORIES as Record<string, string>)[row.category] ?? row.category}</span>
        <span>{PurchaseMethod.label(row.method)}</span>
        <span>{formatDate(row.publishedAt)}</span>
      </p>
      {open && (
        <p className="kb-size-13 kb-soft">
          {say(row, '距{deadline}')} <Countdown at={row.bidEnd} />
        </p>
      )}
    </li>
  )
}

interface ChoiceProps {
  label: string
  value: string | undefined
  options: readonly { value: string | number; label: string }[]
  onChoose: (value: string) => void
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <Select
      aria-label={label}
      allowClear
      placeholder={label}
      value={value ?? null}
      options={options.map((one) => ({ value: String(one.value), label: one.label }))}
      onChange={(next?: string) => onChoose(next ?? '')}
    />
  )
}

interface SearchBoxProps {
  label: string
  placeholder: string
  value: string
  onSearch: (value: string) => void
}

function SearchBox({ label, placeholder, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  // The address may change under the field (back, another tab of kinds).
  if (seen !== value) {
    setSeen(value)
    setText(value)
  }
  return (
    <Input.Search
      aria-label={label}
      placeholder={placeholder}
      allowClear
      maxLength={100}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onSearch={(next) => onSearch(next.trim())}
    />
  )
}
