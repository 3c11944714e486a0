import { Alert, Button, Select } from 'antd'
import { useSearchParams } from 'react-router'
import { totalLabel } from '#contract/page.ts'
import { TODO_KINDS } from '#contract/todo.ts'
import { tr } from '#web/kit/labels.ts'
import { changedParams } from '#web/changed-params.ts'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/kit/states.tsx'
import { useSession } from '#web/shell/session.ts'
import { type Group, GROUPS, type Scope } from '../rules.ts'
import { NothingToDo } from './nothing-to-do.tsx'
import { ScopeTabs } from './scope-tabs.tsx'
import { type Row, TodoRow } from './todo-row.tsx'
import { useHasCompany } from './use-has-company.ts'
import { useInbox } from './use-inbox.ts'
import './home.css'

type Tab = Scope | 'snoozed'

/** Everything that waits for the person: own, the company's, and what is put off; filtered by day and kind, by pages. */
export function Screen() {
  const [search, setSearch] = useSearchParams()
  const tab = tabOf(search.get('scope'))
  const group = nameIn(GROUPS, search.get('group'))
  const kind = nameIn(TODO_KINDS, search.get('kind'))
  const cursor = search.get('cursor') ?? undefined
  const page = useInbox({
    ...(tab === 'snoozed' ? { snoozed: 'true' as const } : { scope: tab }),
    ...(group ? { group } : {}),
    ...(kind ? { kind } : {}),
    ...(cursor ? { cursor } : {}),
    pageSize: 50,
  })
  const { data } = page
  const go = (change: Record<string, string | null>) =>
    setSearch((now) => changedParams(now, { cursor: null, ...change }))
  const hasCompany = useHasCompany()
  const { workbench } = useSession()
  if (page.error && !data) return <ErrorState error={page.error} onRetry={() => void page.refetch()} />
  return (
    <section className="kb-list">
      <PageHead title="待办" />
      {data && (
        <>
          <ScopeTabs<Tab>
            label="范围"
            tabs={[
              { value: 'mine', label: '我的', count: data.scopes.mine },
              ...(hasCompany ? [{ value: 'company' as const, label: '本企业', count: data.scopes.company }] : []),
              { value: 'snoozed', label: '已暂缓', count: data.scopes.snoozed },
            ]}
            value={tab}
            onChange={(value) => go({ scope: value, group: null, kind: null })}
          />
          <div className="kb-pad-y-12 kb-row">
            <Choice
              label="时间"
              value={group}
              names={GROUPS}
              counts={data.groups}
              onChange={(value) => go({ group: value, kind: null })}
            />
            <Choice
              label="类型"
              value={kind}
              names={TODO_KINDS}
              counts={data.kinds}
              onChange={(value) => go({ kind: value })}
            />
          </div>
          {data.isPartial && <Alert type="warning" title={tr('部分内容暂时无法加载，请稍后刷新')} />}
        </>
      )}
      {!workbench ? (
        <EmptyState title="您还没有可用的工作台" hint="进入工作台后，待您办理的事项会出现在这里" />
      ) : !data ? (
        <Skeleton lines={8} />
      ) : data.rows.length === 0 ? (
        <Nothing
          tab={tab}
          isFiltered={Boolean(group ?? kind ?? cursor)}
          onAll={() => go({ group: null, kind: null })}
        />
      ) : (
        <Groups rows={data.rows} />
      )}
      {data && (cursor || data.next) && (
        <div className="kb-pad-y-12 kb-row kb-end kb-wrap">
          <span className="kb-muted">
            {tr('共')} {totalLabel(data.total)} {tr('项')}
          </span>
          {cursor && <Button onClick={() => go({})}>{tr('回到首页')}</Button>}
          {data.next && <Button onClick={() => go({ cursor: data.next })}>{tr('下一页')}</Button>}
        </div>
      )}
    </section>
  )
}

function Groups({ rows }: { rows: readonly Row[] }) {
  const groups = Map.groupBy(rows, (row) => row.group)
  return (Object.keys(GROUPS) as Group[])
    .filter((group) => groups.has(group))
    .map((group) => (
      <section key={group} aria-label={tr(GROUPS[group])}>
        <h2 className="kb-pad-top-12 kb-note kb-regular">{tr(GROUPS[group])}</h2>
        <ul className="home-todos">
          {groups.get(group)!.map((row) => (
            <TodoRow key={row.key} row={row} />
          ))}
        </ul>
      </section>
    ))
}

function Nothing({ tab, isFiltered, onAll }: { tab: Tab; isFiltered: boolean; onAll: () => void }) {
  if (isFiltered)
    return <EmptyState title="没有符合条件的待办" action={<Button onClick={onAll}>{tr('查看全部')}</Button>} />
  if (tab === 'snoozed') return <EmptyState title="没有暂缓的事项" hint="暂缓的事项到时间后自动回到待办" />
  return <NothingToDo scope={tab} />
}

interface ChoiceProps<T extends string> {
  label: string
  value: T | undefined
  names: Readonly<Record<T, string>>
  counts: Partial<Record<T, number>>
  onChange: (value: T | null) => void
}

/** One filter with counts; what counts nothing is not offered. */
function Choice<T extends string>({ label, value, names, counts, onChange }: ChoiceProps<T>) {
  const options = (Object.keys(names) as T[])
    .filter((name) => (counts[name] ?? 0) > 0 || name === value)
    .map((name) => ({ value: name, label: `${tr(names[name])}（${totalLabel(counts[name] ?? 0)}）` }))
  return (
    <Select
      allowClear
      aria-label={tr(label)}
      placeholder={`${tr('全部')}${tr(label)}`}
      value={value ?? null}
      options={options}
      onChange={(chosen: T | undefined | null) => onChange(chosen ?? null)}
      className="home-inbox-choice"
    />
  )
}

function tabOf(given: string | null): Tab {
  return given === 'company' || given === 'snoozed' ? given : 'mine'
}

function nameIn<T extends Record<string, string>>(names: T, given: string | null): (keyof T & string) | undefined {
  return given !== null && Object.hasOwn(names, given) ? given : undefined
}
