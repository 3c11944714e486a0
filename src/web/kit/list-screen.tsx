import { Button } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { COUNT_LIMIT } from '#contract/page.ts'
import type { Page } from '#contract/page.ts'
import { callContext } from '../call.ts'
import { useCall } from '../use-call.ts'
import { ColumnChoice, useColumnChoice } from './column-choice.tsx'
import { DataTable, TableSkeleton } from './data-table.tsx'
import { ListFilters, namesOf, queryOf } from './list-filters.tsx'
import { BatchBar, ListEmpty, ListTabs, RowActions } from './list-parts.tsx'
import { readListState, toPage, withFilters, writeListState } from './list-state.ts'
import type { ListState } from './list-state.ts'
import type { ListEndpoint, ListScreenProps, RowOf } from './list-types.ts'
import { tr } from './labels.ts'
import { PageHead, PrimaryButton } from './page-head.tsx'
import { Pager } from './pager.tsx'
import { ErrorState } from './states.tsx'
import { useExport } from './use-export.ts'

/**
 * A list page from data: columns and filters typed from the endpoint, everything chosen kept in the address, pages from
 * the server, column choice remembered, export, and all the states a list can be in. See README.md for an example.
 */
export function ListScreen<E extends ListEndpoint>(props: ListScreenProps<E>) {
  type Row = RowOf<E>
  const { endpoint, columns, filters = [], tabs, fixed, rowKey, rowActions, batch } = props
  const navigate = useNavigate()
  const { pathname } = useLocation()
  // Of the window, as this page was last drawn: an application within the platform has a router, but no address, of its own.
  const drawnAt = useRef('')
  useEffect(() => {
    drawnAt.current = window.location.pathname
  }, [pathname])
  const [search, setSearch] = useSearchParams()
  const names = useMemo(() => [...filters.flatMap((f) => namesOf(f)), ...(tabs ? [tabs.param] : [])], [filters, tabs])
  const state = readListState(search, names)
  // From the address as it is, not as it was last drawn: a second choice may come before the first is on the screen.
  const go = (change: (now: ListState) => ListState, replace = false) => {
    // The next page is on its way: what was typed here a moment ago must not call the person back.
    if (window.location.pathname !== drawnAt.current) return
    const now = new URLSearchParams(window.location.search)
    setSearch(writeListState(now, change(readListState(now, names)), names), { replace })
  }

  const query = { ...queryOf(filters, state.filters), ...fixed?.query }
  const input = {
    ...(fixed?.params ? { params: fixed.params } : {}),
    query: { ...query, pageNo: state.pageNo, pageSize: state.pageSize, cursor: state.cursor },
  }
  const loaded = useCall(endpoint as ListEndpoint, input, { keep: true })
  const page = loaded.data as Page<Row> | undefined
  const choice = useColumnChoice(`${callContext.workbench ?? ''}${endpoint.path}`, columns)
  const exporting = useExport({
    endpoint,
    input: { ...fixed, query },
    columns: choice.shown,
    name: props.exportAs ?? '',
  })
  const [chosen, setChosen] = useState<string[]>([])

  return (
    <section className="kb-list">
      <PageHead
        title={props.title}
        actions={
          <>
            {props.secondary}
            {props.exportAs && (
              <Button onClick={() => void exporting.run()} loading={exporting.busy} disabled={!page?.rows.length}>
                {tr('导出')}
              </Button>
            )}
            {props.primary && <PrimaryButton {...props.primary} />}
          </>
        }
      />
      {props.children}
      {tabs && (
        <ListTabs
          tabs={tabs.tabs}
          value={state.filters[tabs.param] ?? ''}
          counts={page?.counts}
          onChange={(value) => go((now) => withFilters(now, { [tabs.param]: value }))}
        />
      )}
      <div className="kb-list-tools kb-pad-y-12 kb-row kb-start kb-between">
        <ListFilters
          filters={filters}
          values={state.filters}
          onChange={(changed) => go((now) => withFilters(now, changed), true)}
        />
        <ColumnChoice columns={columns} choice={choice} />
      </div>
      {batch && chosen.length > 0 && (
        <BatchBar
          actions={batch}
          rows={(page?.rows ?? []).filter((row) => chosen.includes(rowKey(row)))}
          onDone={() => setChosen([])}
        />
      )}
      {loaded.error && !page ? (
        <ErrorState error={loaded.error} onRetry={() => void loaded.refetch()} />
      ) : !page ? (
        <TableSkeleton columns={choice.shown} />
      ) : page.rows.length === 0 ? (
        <ListEmpty
          filtered={Object.keys(state.filters).length > 0 || state.pageNo > 1}
          onClear={() => go((now) => ({ pageNo: 1, pageSize: now.pageSize, filters: {} }))}
          empty={props.empty}
        />
      ) : (
        <>
          <DataTable
            columns={choice.shown}
            rows={page.rows}
            rowKey={rowKey}
            label={props.title}
            loading={loaded.isPlaceholderData}
            {...(props.rowClass ? { rowClass: props.rowClass } : {})}
            {...(rowActions ? { renderEnd: (row: Row) => <RowActions actions={rowActions(row)} /> } : {})}
            {...(batch ? { selection: { keys: chosen, onChange: setChosen } } : {})}
          />
          <Pager
            pageNo={state.pageNo}
            pageSize={state.pageSize}
            total={page.total}
            hasNext={page.next !== null}
            onPage={(pageNo) => {
              // Before the counted part there is no number to ask for: the history knows the way.
              if (pageNo < state.pageNo && pageNo * state.pageSize >= COUNT_LIMIT) return void navigate(-1)
              go(() => toPage(state, pageNo, page.next))
              window.scrollTo({ top: 0 })
            }}
            onSize={(pageSize) => go((now) => ({ ...withFilters(now, {}), pageSize }))}
          />
        </>
      )}
    </section>
  )
}
