import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { totalLabel } from '#contract/page.ts'
import { ask } from '../feedback.ts'
import { tr } from './labels.ts'
import type { BatchAction, RowAction } from './list-types.ts'
import { EmptyState } from './states.tsx'
import { MenuLabel, WithReason } from './with-reason.tsx'

interface ListTabsProps {
  tabs: readonly { value: string; label: string; countKey?: string }[]
  value: string
  counts: Record<string, number> | undefined
  onChange: (value: string) => void
}

/** Status tabs with the number of rows behind each. They filter the one table below, hence buttons and not tab panels. */
export function ListTabs({ tabs, value, counts, onChange }: ListTabsProps) {
  return (
    <div className="kb-tabs kb-flex kb-gap-20 kb-scroll-x kb-rule" role="group" aria-label={tr('状态')}>
      {tabs.map((tab) => {
        const count = counts?.[tab.countKey ?? (tab.value || 'all')]
        return (
          <button key={tab.value} type="button" aria-pressed={tab.value === value} onClick={() => onChange(tab.value)}>
            {tr(tab.label)}
            {count !== undefined && (
              <span className="kb-tabs-count kb-size-12 kb-before-8 kb-soft kb-regular">{totalLabel(count)}</span>
            )}
          </button>
        )
      })}
    </div>
  )
}

/** At most two actions side by side; with more, one and the rest behind 更多. */
export function RowActions({ actions }: { actions: (RowAction | false | null | undefined)[] }) {
  const navigate = useNavigate()
  const list = actions.filter((a): a is RowAction => Boolean(a))
  const shown = list.length <= 2 ? list : list.slice(0, 1)
  const rest = list.slice(shown.length)
  const run = (action: RowAction) => void performRow(action, (to) => void navigate(to))
  return (
    <span className="kb-row-actions">
      {shown.map((action) =>
        action.to && !action.reason ? (
          <Link key={action.label} to={action.to}>
            {tr(action.label)}
          </Link>
        ) : (
          <RowButton key={action.label} action={action} onClick={() => run(action)} />
        ),
      )}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: rest.map((action) => ({
              key: action.label,
              label: <MenuLabel label={action.label} reason={action.reason} />,
              danger: action.danger ?? false,
              disabled: action.reason !== undefined,
              onClick: () => run(action),
            })),
          }}
        >
          <Button type="link" size="small">
            {tr('更多')}
          </Button>
        </Dropdown>
      )}
    </span>
  )
}

interface RowButtonProps {
  action: Pick<RowAction, 'label' | 'danger'> & { reason?: string | undefined }
  onClick: () => void
}

/** One action at the end of a row; with a reason it is disabled and says so. */
export function RowButton({ action: { label, danger = false, reason }, onClick }: RowButtonProps) {
  return (
    <WithReason label={label} reason={reason}>
      <Button type="link" size="small" danger={danger} disabled={reason !== undefined} onClick={onClick}>
        {tr(label)}
      </Button>
    </WithReason>
  )
}

interface BatchBarProps<R> {
  actions: BatchAction<R>[]
  rows: R[]
  onDone: () => void
}

/** What can be done with the rows chosen. */
export function BatchBar<R>({ actions, rows, onDone }: BatchBarProps<R>) {
  const [busy, setBusy] = useState(false)
  const run = async (action: BatchAction<R>) => {
    const { label, confirm, danger = false } = action
    if (confirm && !(await ask({ title: label, content: confirm, danger }))) return
    setBusy(true)
    await action.run(rows).finally(() => setBusy(false))
    onDone()
  }
  return (
    <div className="kb-batch kb-row kb-wrap kb-below-8" role="status">
      <span>
        {tr('已选')} {rows.length} {tr('项')}
      </span>
      {actions.map((action) => (
        <Button
          key={action.label}
          size="small"
          danger={action.danger ?? false}
          disabled={busy}
          onClick={() => void run(action)}
        >
          {tr(action.label)}
        </Button>
      ))}
      <Button size="small" type="text" onClick={onDone}>
        {tr('取消选择')}
      </Button>
    </div>
  )
}

interface ListEmptyProps {
  filtered: boolean
  onClear: () => void
  empty: { title: string; hint?: string; action?: ReactNode } | undefined
}

/** Nothing found is another matter than nothing there. */
export function ListEmpty({ filtered, onClear, empty }: ListEmptyProps) {
  if (!filtered) return <EmptyState {...(empty ?? { title: '暂无数据' })} />
  return (
    <EmptyState
      title="没有符合条件的记录"
      hint="可调整或清空筛选条件后再试"
      action={<Button onClick={onClear}>{tr('清空筛选')}</Button>}
    />
  )
}

async function performRow(action: RowAction, go: (to: string) => void): Promise<void> {
  const { label, confirm, danger = false } = action
  if (confirm && !(await ask({ title: label, content: confirm, danger }))) return
  if (action.to) go(action.to)
  await action.onClick?.()
}
