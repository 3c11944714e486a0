import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import type { Column } from '#web/kit/data-table.tsx'
import type { Filter } from '#web/kit/list-filters.tsx'
import { ListTabs } from '#web/kit/list-parts.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell, TimeText } from '#web/kit/values.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { readTask } from '../../contract/acts.ts'
import { approvalTree } from '../../contract/businesses.ts'
import { donePage, launchPage, receivedPage, todoCount, todoPage } from '../../contract/lists.ts'
import type { TaskRow } from '../../contract/shared.ts'
import { workflowAddress } from '../../rules/addresses.ts'
import { TaskStatus, WorkflowStatus } from '../../rules/enums.ts'
import { taskTone, workflowTone } from '../tones.ts'
import { Delegations } from './delegations.tsx'
import '../workflow.css'

type Launched = OutputOf<typeof launchPage>['rows'][number]
type View = 'todo' | 'done' | 'received' | 'launched'

const VIEWS: { value: View; label: string }[] = [
  { value: 'todo', label: '待办' },
  { value: 'done', label: '已办' },
  { value: 'received', label: '抄送' },
  { value: 'launched', label: '我发起的' },
]

/** What waits for me, what I have done, what was copied to me, and what I have started. */
export function Screen() {
  const [search, setSearch] = useSearchParams()
  const view = VIEWS.find((one) => one.value === search.get('view'))?.value ?? 'todo'
  const [absent, setAbsent] = useState(false)
  const count = useCall(todoCount)
  const views = (
    <div className="kb-below-4">
      <ListTabs
        tabs={VIEWS}
        value={view}
        counts={count.data && { todo: count.data.todo, received: count.data.unread }}
        onChange={(next) => setSearch(next === 'todo' ? {} : { view: next })}
      />
    </div>
  )
  const frame = {
    title: '待办事项',
    children: views,
    secondary: <Button onClick={() => setAbsent(true)}>外出委托</Button>,
  }
  return (
    <>
      <List key={view} view={view} frame={frame} />
      {absent && <Delegations onClose={() => setAbsent(false)} />}
    </>
  )
}

interface ListProps {
  view: View
  frame: { title: string; children: React.ReactNode; secondary: React.ReactNode }
}

function List({ view, frame }: ListProps) {
  const filters = useFilters(view)
  const read = useAction(readTask, { overlay: false })
  switch (view) {
    case 'todo':
      return (
        <ListScreen
          {...frame}
          endpoint={todoPage}
          rowKey={(r) => r.taskId}
          filters={filters}
          columns={[
            taskTitle(),
            initiator(),
            { key: 'node', title: '当前节点', width: 130, value: (r) => r.nodeName },
            { key: 'arrived', title: '到达时间', kind: 'time', width: 130, value: (r) => r.arrivedAt },
          ]}
          rowClass={(r) => (r.readAt === null ? 'wf-unread' : undefined)}
          rowActions={(r) => [{ label: '审批', to: addressOf(r, 'auditPerson') }]}
          empty={{ title: '没有待审批的事项', hint: '有新的审批到达时，会在这里和消息中提醒您' }}
        />
      )
    case 'done':
      return (
        <ListScreen
          {...frame}
          endpoint={donePage}
          rowKey={(r) => r.taskId}
          exportAs="已办事项"
          filters={filters}
          columns={[
            taskTitle(),
            initiator(),
            {
              key: 'mine',
              title: '我的处理',
              width: 110,
              value: (r) => TaskStatus.label(r.taskStatus),
              render: (r) => <StatusTag label={TaskStatus.label(r.taskStatus)} tone={taskTone(r.taskStatus)} />,
            },
            status(),
            { key: 'acted', title: '处理时间', kind: 'time', width: 130, value: (r) => r.actedAt },
          ]}
          rowActions={(r) => [{ label: '查看', to: addressOf(r, 'auditPerson') }]}
          empty={{ title: '还没有办理过审批' }}
        />
      )
    case 'received':
      return (
        <ListScreen
          {...frame}
          endpoint={receivedPage}
          rowKey={(r) => r.taskId}
          tabs={{
            param: 'isRead',
            tabs: [
              { value: '', label: '全部', countKey: 'all' },
              { value: 'false', label: '未读', countKey: 'unread' },
            ],
          }}
          filters={filters}
          columns={[
            taskTitle('copyPerson'),
            initiator(),
            status(),
            { key: 'arrived', title: '抄送时间', kind: 'time', width: 130, value: (r) => r.arrivedAt },
          ]}
          rowClass={(r) => (r.readAt === null ? 'wf-unread' : undefined)}
          rowActions={(r) => [
            { label: '查看', to: addressOf(r, 'copyPerson') },
            r.readAt === null && { label: '标为已读', onClick: () => read.run({ params: { id: r.taskId } }) },
          ]}
          batch={[
            {
              label: '标为已读',
              run: async (rows) => {
                // One after the other: a second run of the same action would join the first.
                for (const row of rows) if (row.readAt === null) await read.run({ params: { id: row.taskId } })
              },
            },
          ]}
          empty={{ title: '没有抄送给您的事项' }}
        />
      )
    case 'launched':
      return (
        <ListScreen
          {...frame}
          endpoint={launchPage}
          rowKey={(r) => r.workflowId}
          exportAs="我发起的审批"
          filters={filters}
          columns={[
            {
              key: 'title',
              title: '事项',
              value: (r: Launched) => r.title,
              render: (r: Launched) => (
                <MainCell
                  title={r.title}
                  code={businessOf(r)}
                  to={workflowAddress({ workflowId: r.workflowId, taskId: null, identity: 'initatPerson' })}
                />
              ),
            },
            status(),
            { key: 'waits', title: '等待审批', width: 180, value: (r: Launched) => r.waitsFor.join('、') },
            { key: 'started', title: '发起时间', kind: 'time', width: 130, value: (r: Launched) => r.startedAt },
            { key: 'ended', title: '结束时间', kind: 'time', width: 130, value: (r: Launched) => r.endedAt },
          ]}
          rowActions={(r) => [
            {
              label: '查看',
              to: workflowAddress({ workflowId: r.workflowId, taskId: null, identity: 'initatPerson' }),
            },
          ]}
          empty={{ title: '还没有发起过审批', hint: '发布公告、定标等步骤需要审批时，提交后即出现在这里' }}
        />
      )
  }
}

type Named = 'keyword' | 'node' | 'status' | 'from' | 'to'

function useFilters(view: View): Filter<Named>[] {
  const tree = useCall(approvalTree, undefined, { fresh: 60_000 })
  const nodes = (tree.data ?? []).flatMap((business) =>
    business.nodes.map((one) => ({ value: one.node, label: `${business.label} · ${one.label}` })),
  )
  return [
    { kind: 'text', name: 'keyword', label: '事项或发起人' },
    { kind: 'select', name: 'node', label: '业务步骤', options: nodes },
    ...(view === 'todo'
      ? []
      : [
          {
            kind: 'select' as const,
            name: 'status' as const,
            label: '审批状态',
            options: WorkflowStatus.options.filter((one) => one.value !== WorkflowStatus.values.pending),
          },
        ]),
    { kind: 'dates', name: ['from', 'to'], label: '发起时间' },
  ]
}

function taskTitle(identity: 'auditPerson' | 'copyPerson' = 'auditPerson'): Column<TaskRow> {
  return {
    key: 'title',
    title: '事项',
    value: (r) => r.title,
    render: (r) => (
      <MainCell
        title={r.behalfOf === null ? r.title : `${r.title}（代${r.behalfOf}审批）`}
        code={businessOf(r)}
        to={addressOf(r, identity)}
        extra={
          r.remindedAt !== null &&
          r.actedAt === null && (
            <span className="kb-warn" title={formatTime(r.remindedAt)}>
              已催办 <TimeText at={r.remindedAt} />
            </span>
          )
        }
      />
    ),
  }
}

function initiator(): Column<TaskRow> {
  return {
    key: 'initiator',
    title: '发起人',
    width: 150,
    value: (r) => (r.initiatorDepartment ? `${r.initiatorName}（${r.initiatorDepartment}）` : r.initiatorName),
  }
}

function status<R extends { status: number }>(): Column<R> {
  return {
    key: 'status',
    title: '审批状态',
    width: 100,
    value: (r) => WorkflowStatus.label(r.status),
    render: (r) => <StatusTag label={WorkflowStatus.label(r.status)} tone={workflowTone(r.status)} />,
  }
}

function businessOf(row: { typeLabel: string; nodeLabel: string }): string {
  return `${row.typeLabel} · ${row.nodeLabel}`
}

function addressOf(row: TaskRow, identity: 'auditPerson' | 'copyPerson'): string {
  return workflowAddress({ workflowId: row.workflowId, taskId: row.taskId, identity })
}
