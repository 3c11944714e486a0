import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { taskPage } from '../contract/tasks.ts'
import { PLACES } from '../rules/places.ts'
import { TASK_STATES } from '../rules/task.ts'
import { TaskDrawer } from './task-drawer.tsx'
import { taskTag, useSender } from './words.ts'

/** Text messages to suppliers of the own library. */
export function Screen() {
  const isSender = useSender()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ListScreen
        title="短信任务"
        endpoint={taskPage}
        rowKey={(row) => row.taskId}
        exportAs="短信任务"
        tabs={{
          param: 'state',
          tabs: [
            { value: '', label: '全部', countKey: 'all' },
            ...Object.entries(TASK_STATES).map(([value, label]) => ({ value, label })),
          ],
        }}
        filters={[{ kind: 'text', name: 'keyword', label: '任务名称' }]}
        columns={[
          {
            key: 'title',
            title: '任务',
            value: (row) => row.title,
            render: (row) => <MainCell code={row.templateName} title={row.title} to={PLACES.task(row.taskId)} />,
          },
          { key: 'waiting', title: '待发送', kind: 'number', width: 80, value: (row) => row.counts.waiting },
          {
            key: 'left',
            title: '已提交',
            kind: 'number',
            width: 80,
            value: ({ counts }) => counts.handed + counts.delivered,
          },
          { key: 'delivered', title: '已送达', kind: 'number', width: 80, value: (row) => row.counts.delivered },
          { key: 'failed', title: '失败', kind: 'number', width: 70, value: (row) => row.counts.failed },
          { key: 'cost', title: '费用（元）', kind: 'amount', width: 110, value: (row) => row.cost },
          {
            key: 'sendAt',
            title: '发送时间',
            kind: 'time',
            width: 130,
            value: (row) => (row.state === 'stopped' ? null : row.sendAt),
          },
          { key: 'by', title: '创建人', width: 90, hidden: true, value: (row) => row.createdByName },
          {
            key: 'state',
            title: '状态',
            width: 90,
            value: (row) => taskTag(row).label,
            render: (row) => <StatusTag {...taskTag(row)} />,
          },
        ]}
        rowActions={(row) => [
          { label: '查看', to: PLACES.task(row.taskId) },
          row.state !== 'draft' && { label: '收件人', to: PLACES.recipients(row.taskId) },
        ]}
        {...(isSender && { primary: { label: '新建任务', onClick: () => setOpen(true) } })}
        empty={{
          title: '还没有短信任务',
          hint: '按供应商库的条件选择收件人，发送前可看到人数、条数、费用和内容',
        }}
      />
      {isOpen && <TaskDrawer onDone={(taskId) => void navigate(PLACES.task(taskId))} onClose={() => setOpen(false)} />}
    </>
  )
}
