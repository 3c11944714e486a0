import { Alert, Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { call } from '#web/call.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { saveBlob } from '#web/save-blob.ts'
import { useSession } from '#web/shell/session.ts'
import { telling } from '#web/take-file.ts'
import { useAction, useCall } from '#web/use-call.ts'
import * as c from '../contract.ts'
import { DEMO_CA, isDemo } from '../rules/demo.ts'
import { TASKS, VERIFY } from '../rules/places.ts'
import { ORDER_KINDS, type TaskAction } from '../rules/status.ts'
import { SignDialog } from './sign-dialog.tsx'
import { useDocument } from './use-document.ts'
import { signerTag, taskTag } from '../rules/tags.ts'
import './sign-tasks.css'

const PdfView = lazy(() => import('#web/kit/pdf/pdf-view.tsx').then((m) => ({ default: m.PdfView })))

type Task = OutputOf<typeof c.signTaskDetail>

/** A task: its document as it stands, who has signed, and what proves it. */
export function Screen() {
  const { id = '' } = useParams()
  const { employee } = useSession()
  useLive(employee?.company ? `sign-tasks:${employee.company.companyId}` : [])
  const query = useCall(c.signTaskDetail, { params: { id } })
  const { act, dialog } = useActs(id)
  return (
    <>
      <DetailScreen query={query} back={{ label: '签署任务', to: TASKS }}>
        {(task) => ({
          title: task.title,
          status: <StatusTag {...taskTag(task.state)} />,
          facts: [
            task.code,
            `${task.senderName}（${task.senderUser}）发起`,
            ORDER_KINDS[task.order],
            `${task.pages} 页`,
          ],
          deadline: task.state === 'signing' ? { label: '签署期限', at: task.deadline, over: '已过签署期限' } : null,
          actions: task.actions,
          onAction: (action) => act(action as TaskAction, task),
          extra: <Downloads task={task} />,
          notice: <Notices task={task} />,
          sections: [
            { key: 'document', title: '文件', content: <Document task={task} /> },
            task.acts.length > 0 && { key: 'evidence', title: '签署记录', content: <Evidence task={task} /> },
          ],
          side: <Signers task={task} />,
        })}
      </DetailScreen>
      {dialog}
    </>
  )
}

function useActs(id: string) {
  const navigate = useNavigate()
  const params = { id }
  const [signing, setSigning] = useState<Task | null>(null)
  const send = useAction(c.sendSignTask, { success: '已发起签署' })
  const unlock = useAction(c.unlockSignTask, { success: '已放弃本次签署' })
  const back = useAction(c.sendBackSignTask, { success: '已退回发起方' })
  const refuse = useAction(c.refuseSignTask, { success: '已拒签' })
  const withdraw = useAction(c.withdrawSignTask, { success: '已撤回' })
  const remove = useAction(c.removeSignTask, {
    success: '已删除',
    onDone: () => void navigate(TASKS, { replace: true }),
  })
  const reason = (title: string, run: (text: string) => Promise<unknown>) =>
    askText({
      title,
      hint: '任务随即结束，发起方和各签署方会看到理由。',
      okText: title,
      danger: true,
      run: (text) => run(text) as never,
    })
  const acts: Record<TaskAction, (task: Task) => void | Promise<unknown>> = {
    sign: (task) => setSigning(task),
    send: () => send.run({ params }),
    edit: () => navigate(`${TASKS}/${id}/edit`),
    again: () => navigate(`${TASKS}/create?again=${id}`),
    remove: () => remove.run({ params }),
    withdraw: () => withdraw.run({ params, body: {} }),
    unlock: () => unlock.run({ params }),
    back: () => reason('退回修改', (text) => back.run({ params, body: { reason: text } })),
    refuse: () => reason('拒签', (text) => refuse.run({ params, body: { reason: text } })),
  }
  return {
    act: (action: TaskAction, task: Task) => acts[action](task),
    dialog: signing && <SignDialog task={signing} onClose={() => setSigning(null)} />,
  }
}

function Notices({ task }: { task: Task }) {
  const texts: [string, 'warning' | 'error' | 'info'][] = []
  if (task.reason) texts.push([`${taskTag(task.state).label}：${task.reason}`, 'error'])
  if (task.message) texts.push([task.message, 'info'])
  if (task.isRewritten)
    texts.push([
      '上传的文件结构不能直接追加签名，签署的是平台按原内容重新整理的文件，两者的 SHA-256 均有记录',
      'warning',
    ])
  if (isDemo(task.acts)) texts.push([DEMO_CA, 'warning'])
  return texts.map(([title, type]) => <Alert key={title} className="kb-below-12" type={type} showIcon title={title} />)
}

function Document({ task }: { task: Task }) {
  const content = useDocument(task)
  if (content.state === 'failed') return <Alert type="error" showIcon title={content.reason} />
  if (content.state === 'waiting') return <Skeleton lines={14} />
  return (
    <>
      <p className="kb-note kb-below-12">
        当前文件 SHA-256 <Fingerprint hex={content.sha256} full />
      </p>
      <div className="sign-document">
        <Suspense fallback={<Skeleton lines={14} />}>
          <PdfView blob={content.blob} name={task.file.name} place={content.sha256} />
        </Suspense>
      </div>
    </>
  )
}

function Signers({ task }: { task: Task }) {
  return (
    <section aria-label="签署方">
      <h2 className="kb-below-12">签署方</h2>
      <ol className="kb-column kb-gap-12">
        {task.signers.map((signer) => (
          <li key={signer.signerId} className="kb-line">
            <span className="kb-block kb-break">{signer.companyName}</span>
            <span className="kb-note kb-block">
              {signer.userName || '该企业的签署人'}
              {signer.endedAt && `，${formatTime(signer.endedAt)}`}
              {signer.state === 'locked' && `，${signer.lockedByName}正在签署`}
              {signer.state === 'waiting' && signer.isNext && '，轮到其签署'}
            </span>
            <StatusTag {...signerTag(signer.state)} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Evidence({ task }: { task: Task }) {
  return (
    <DataTable
      label="签署记录"
      rows={task.acts}
      rowKey={({ actId }) => actId}
      columns={[
        { key: 'who', title: '签署方', isHead: true, value: (act) => `${act.companyName} ${act.userName}` },
        { key: 'holder', title: '证书', value: (act) => `${act.holder}，${act.issuer} 签发，序列号 ${act.serial}` },
        { key: 'verdict', title: '签署时的证书', width: 180, value: (act) => act.verdict },
        {
          key: 'at',
          title: '时间戳',
          width: 200,
          value: (act) => `${formatTime(act.stampedAt, true)} ${act.authority}`,
        },
        { key: 'hash', title: '签署后文件', width: 160, render: (act) => <Fingerprint hex={act.sha256} /> },
      ]}
      detail={{
        label: '文件指纹',
        of: (act) => (
          <FieldList
            items={[
              { label: '所见版本 SHA-256', value: <Fingerprint hex={act.seenSha256} full />, wide: true },
              { label: '签署后 SHA-256', value: <Fingerprint hex={act.sha256} full />, wide: true },
            ]}
          />
        ),
      }}
    />
  )
}

function Downloads({ task }: { task: Task }) {
  const params = { id: task.id }
  const take = (endpoint: typeof c.signTaskContent, end: string) => () =>
    void telling(async () => saveBlob(`${task.title} ${task.code}${end}`, (await call(endpoint, { params })) as never))
  return (
    <>
      <Button onClick={take(c.signTaskContent, '.pdf')}>下载文件</Button>
      {task.acts.length > 0 && <Button onClick={take(c.signTaskEvidence, '-签署证据.json')}>下载证据</Button>}
      <Link to={VERIFY}>
        <Button>验签</Button>
      </Link>
    </>
  )
}
