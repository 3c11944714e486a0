import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { formatAmount, trimZeros } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { Figures } from '#web/kit/figures.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import * as c from '../contract/tasks.ts'
import { PLACES } from '../rules/places.ts'
import { quietText } from '../rules/policy.ts'
import type { TaskAction } from '../rules/task.ts'
import { messageOf, PLACEHOLDERS } from '../rules/text.ts'
import { TaskDrawer } from './task-drawer.tsx'
import { useSubmit } from './use-submit.tsx'
import { conditionText, COST_NOTE, type SmsTask, taskTag } from './words.ts'
import '#web/kit/statistics.css'

/** Ms between two looks while messages leave. */
const LOOK = 5000

/** A task: who is sent what, what it costs, and what became of it. */
export function Screen() {
  const { taskId = '' } = useParams()
  const params = { taskId }
  const navigate = useNavigate()
  const query = useCall(c.taskDetail, { params }, { fresh: 0, every: LOOK })
  const [isEditing, setEditing] = useState(false)
  const submit = useSubmit()
  const stop = useAction(c.stopTask, { success: '已停止，未提交的短信不再发送' })
  const retry = useAction(c.retryTask, { success: '失败的短信正在重发' })
  const remove = useAction(c.removeTask, { success: '已删除', onDone: () => void navigate(PLACES.tasks) })
  const act = (action: TaskAction, task: SmsTask) => {
    switch (action) {
      case 'edit':
        return setEditing(true)
      case 'submit':
        return submit(task)
      case 'remove':
        return remove.run({ params })
      case 'retry':
        return retry.run({ params })
      case 'stop':
        return askText({
          title: '停止发送',
          hint: '尚未提交给短信通道的不再发送；已提交的无法撤回。',
          okText: '停止发送',
          danger: true,
          run: (reason) => stop.run({ params, body: { reason } }),
        })
      default:
        return undefined
    }
  }
  return (
    <>
      <DetailScreen query={query} back={{ label: '短信任务', to: PLACES.tasks }}>
        {(task) => ({
          title: task.title,
          status: <StatusTag {...taskTag(task)} />,
          facts: [`模板 ${task.templateName}（第 ${task.templateVersion} 版）`, task.createdByName],
          actions: task.actions,
          onAction: (action) => act(action as TaskAction, task),
          extra: task.state !== 'draft' && (
            <Button onClick={() => void navigate(PLACES.recipients(taskId))}>收件人明细</Button>
          ),
          notice: <Notice task={task} />,
          sections: [
            {
              key: 'figures',
              title: task.state === 'draft' ? '发送前核对' : '发送情况',
              content: <Numbers task={task} />,
            },
            { key: 'previews', title: '短信内容', content: <Previews task={task} /> },
            task.plan.leftOut.length > 0 && { key: 'left-out', title: '不发送', content: <LeftOut task={task} /> },
            { key: 'basis', title: '基本信息', content: <Basis task={task} /> },
          ],
        })}
      </DetailScreen>
      {query.data && isEditing && <TaskDrawer task={query.data} onClose={() => setEditing(false)} />}
    </>
  )
}

function Notice({ task }: { task: SmsTask }) {
  const said = noticeOf(task)
  return said === null ? null : <Alert className="kb-below-12" type={said.type} showIcon title={said.text} />
}

function noticeOf(task: SmsTask): { type: 'info' | 'warning'; text: string } | null {
  const { state, pendingApproval, goes, stoppedByName, stopReason, sendAt, revokedReason, templateVersion } = task
  if (state === 'draft' && revokedReason !== '')
    return {
      type: 'warning',
      text: `平台已撤销所用模板第 ${templateVersion} 版：${revokedReason}。不能发送，请编辑任务，改用审核通过的内容`,
    }
  if (pendingApproval) return { type: 'info', text: `“${pendingApproval}”正在审批，全部同意后发送` }
  if (state === 'stopped') return { type: 'warning', text: `${stoppedByName}停止了发送：${stopReason}` }
  if (goes === 'none') return { type: 'warning', text: '平台尚未接入短信通道，暂不能发送' }
  const parts = [
    state === 'scheduled' && `将于 ${formatTime(sendAt)} 发送；${quietNote(task)}`,
    goes === 'demo' && '演示环境未接入短信通道，短信保留在演示发件箱，不会真正发出',
  ].filter((part) => part !== false)
  return parts.length > 0 ? { type: 'info', text: parts.join('。') } : null
}

function quietNote(task: SmsTask): string {
  const quiet = quietText(task)
  return quiet ? `${quiet}不发送，落入该时段的短信等到时段结束` : '任何时间都可以发送'
}

function Numbers({ task }: { task: SmsTask }) {
  const { counts, plan, price, state } = task
  const unitPrice = price === null ? '平台未设单价，只统计条数' : `每条 ${trimZeros(price)} 元`
  const isDraft = state === 'draft'
  return (
    <>
      <Figures
        items={
          isDraft
            ? [
                { label: '收件人', value: String(plan.recipients), unit: '人' },
                { label: '短信条数', value: String(plan.segments), unit: '条' },
                {
                  label: '预计费用',
                  value: plan.cost === null ? '-' : formatAmount(plan.cost),
                  unit: '元',
                  hint: unitPrice,
                },
                { label: '不发送', value: String(plan.leftOut.reduce((n, { count }) => n + count, 0)), unit: '家' },
              ]
            : [
                { label: '待发送', value: String(counts.waiting), unit: '人' },
                {
                  label: '已提交',
                  value: String(counts.handed),
                  unit: '人',
                  hint: task.goes === 'demo' ? '保留在演示发件箱' : '通道已接收，等待送达回执',
                },
                { label: '已送达', value: String(counts.delivered), unit: '人' },
                { label: '发送失败', value: String(counts.failed), unit: '人' },
                {
                  label: '费用',
                  value: task.cost === null ? '-' : formatAmount(task.cost),
                  unit: '元',
                  hint: unitPrice,
                },
              ]
        }
      />
      <p className="kb-note kb-above-8">
        {COST_NOTE}；{quietNote(task)}。
      </p>
    </>
  )
}

function Previews({ task: { plan, signature, text } }: { task: SmsTask }) {
  if (plan.previews.length === 0)
    return (
      <>
        <EmptyState title="没有可发送的收件人" hint="下面是以示例名称填写的内容，请调整收件范围" />
        <p className="kb-box kb-break">{messageOf({ signature, text }, PLACEHOLDERS)}</p>
      </>
    )
  return (
    <>
      <p className="kb-note kb-below-8">前 {plan.previews.length} 位收件人将收到的内容：</p>
      {plan.previews.map(({ name, text: message, segments }) => (
        <div key={name} className="kb-box kb-below-8">
          <p className="kb-muted">
            {name}，{message.length} 字，{segments} 条
          </p>
          <p className="kb-above-4 kb-break">{message}</p>
        </div>
      ))}
    </>
  )
}

function LeftOut({ task: { plan } }: { task: SmsTask }) {
  return (
    <DataTable
      label="不发送"
      rows={plan.leftOut}
      rowKey={(row) => row.reason}
      columns={[
        { key: 'reason', title: '原因', width: 280, isHead: true, value: (row) => row.reason },
        { key: 'count', title: '家数', kind: 'number', width: 80, value: (row) => row.count },
        {
          key: 'names',
          title: '供应商',
          value: ({ names }) => `${names.slice(0, 20).join('、')}${names.length > 20 ? '等' : ''}`,
        },
      ]}
    />
  )
}

function Basis({ task }: { task: SmsTask }) {
  return (
    <FieldList
      items={[
        { label: '收件范围', value: conditionText(task.conditions), wide: true },
        { label: '签名', value: `【${task.signature}】` },
        { label: '类型', value: task.isMarketing ? '营销' : '通知' },
        { label: '正文', value: task.text, wide: true },
        { label: '创建', value: `${task.createdByName}，${formatTime(task.createdAt)}` },
        task.submittedAt && { label: '提交', value: `${task.submittedByName}，${formatTime(task.submittedAt)}` },
        task.sendAt && { label: '发送时间', value: formatTime(task.sendAt) },
        task.startedAt && { label: '开始发送', value: formatTime(task.startedAt) },
        task.endedAt && { label: task.state === 'stopped' ? '停止' : '发送完成', value: formatTime(task.endedAt) },
      ]}
    />
  )
}
