import { Alert, Button, Input, Select, Switch } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { FileRef } from '#web/kit/file-list.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { FileUpload } from '#web/kit/file-upload.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { useCall } from '#web/use-call.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { tenderDocuments } from '../../../contract/follow-up.ts'
import { publishChange } from '../../../contract/notice.ts'
import { orderDetail } from '../../../contract/order.ts'
import { methodOf } from '../../../methods/all.ts'
import { say } from '../../../methods/say.ts'
import { doc, paragraph } from '../../../rules/rich-text.ts'
import { useOrderPages } from '../use-buyer.ts'
import { confirmStep, toldOf } from '#web/kit/confirm-step.tsx'
import { useAfterStep } from '../approval/use-after-step.ts'
import { StepGate, type StepApproval } from '../approval/step-gate.tsx'
import { type Problem, Problems, problemsIn } from '../order-form/problems.tsx'
import type { OrderDetail } from '../tones.ts'
import { useLawfulAction } from '../use-lawful-action.ts'
import '../buyer.css'

type Documents = OutputOf<typeof tenderDocuments>

/** Replacing the electronic tender file of a published order, as a change that everybody confirms. */
export function Screen() {
  const { orderId = '' } = useParams()
  const order = useCall(orderDetail, { params: { orderId } })
  const documents = useCall(tenderDocuments, { params: { orderId } }, { fresh: 0 })
  return (
    <WhenLoaded query={order}>
      {(loaded) => (
        <WhenLoaded query={documents}>
          {(files) => (
            <StepGate step="change" order={loaded}>
              {(approval) => <FileChange order={loaded} documents={files} approval={approval} />}
            </StepGate>
          )}
        </WhenLoaded>
      )}
    </WhenLoaded>
  )
}

function FileChange({
  order,
  documents,
  approval,
}: {
  order: OrderDetail
  documents: Documents
  approval: StepApproval
}) {
  const { kpbFileId, fileChangeGroupId } = useParams()
  const pages = useOrderPages()
  const asked = currentOf(documents, kpbFileId)
  // What one change replaced.
  const group = documents.replaced.filter((row) => row.noticeId === fileChangeGroupId)
  const shown = group.length > 0 ? group : documents.replaced
  const [rowId, setRowId] = useState(asked?.rowId ?? documents.current[0]?.rowId)
  const [files, setFiles] = useState<FileRef[]>([])
  const [reason, setReason] = useState('')
  const [affectsBids, setAffectsBids] = useState(true)
  const [problems, setProblems] = useState<Problem[]>([])
  const publish = useLawfulAction(publishChange, {
    success: toldOf(say(order, '变更公告已发布，已通知全部{bidder}确认')),
    onDone: useAfterStep('change', order),
  })
  const old = documents.current.find((file) => file.rowId === rowId)
  const [next] = files
  const may = order.actions.some((one) => one.action === 'change' && !one.reason)

  const run = async () => {
    const missing = [
      !old && '请选择要替换的文件',
      !next && '请上传新文件',
      reason.trim().length < 2 && '请填写替换原因',
    ].filter((text): text is string => typeof text === 'string')
    setProblems(missing.map((message) => ({ message })))
    if (missing.length > 0 || !old || !next) return
    const question = `发布后不可撤回，${order.signUps?.passed ?? 0} 家已通过报名的供应商须逐一确认。${say(order, '已递交的{offer}不会自动更新。')}确认发布？`
    await confirmStep({ title: '发布文件变更', content: question, okText: '发布' }, approval.rule, async (held) => {
      const outcome = await publish.run({
        params: { orderId: order.orderId },
        body: {
          title: `${order.title}${say(order, '{documents}变更公告')}`,
          content: doc(
            paragraph(`${say(order, '{documents}')}“${old.name}”现替换为“${next.name}”。变更原因：${reason.trim()}`),
            paragraph(
              say(
                order,
                affectsBids
                  ? '本次变更影响{offer}编制：请各{bidder}确认本公告并下载新的{documents}；已递交{offer}的，须撤回后按新的{documents}重新编制并递交。'
                  : '本次变更不影响{offer}编制，请各{bidder}确认本公告并下载新的{documents}。',
              ),
            ),
          ),
          replacements: [{ rowId: old.rowId, fileId: next.fileId, name: next.name, reason: reason.trim() }],
          affectsBids,
          ...held,
        },
      })
      if (outcome && !outcome.ok) setProblems(problemsIn(outcome.error.details))
    })
  }
  return (
    <article>
      <PageHead
        title={say(order, '变更{documents}')}
        back={{ label: '变更公告', to: pages('change.list') }}
        facts={[order.title, `现行第 ${order.version} 版`]}
        actions={
          <Button type="primary" loading={publish.busy} disabled={!may} onClick={() => void run()}>
            发布变更
          </Button>
        }
      />
      {!may && (
        <Alert
          className="kb-above-16 kb-below-16"
          type="warning"
          showIcon
          title={say(order, '当前不能变更：{closed}，或该{order}不在公告期内')}
        />
      )}
      {problems.length > 0 && <Problems problems={problems} />}
      {may && (
        <section className="kb-section">
          <h2>替换文件</h2>
          <div className="buyer-field kb-stack kb-gap-4 kb-below-20">
            <label htmlFor="old-file">原文件</label>
            <Select
              id="old-file"
              className="kb-wide"
              {...(rowId === undefined ? {} : { value: rowId })}
              options={documents.current.map((file) => ({ value: file.rowId, label: file.name }))}
              onChange={setRowId}
            />
            {old && (
              <p className="kb-muted">
                原文件摘要 <Fingerprint hex={old.sha256} />
              </p>
            )}
          </div>
          <div className="buyer-field kb-stack kb-gap-4 kb-below-20">
            <span>新文件</span>
            <FileUpload
              use="tender-document"
              label="上传新文件"
              value={files}
              onChange={(value) => setFiles(value.slice(-1))}
              accept=".pdf,.docx,.xlsx,.zip"
            />
          </div>
          <div className="buyer-field kb-stack kb-gap-4 kb-below-20">
            <label htmlFor="change-reason">替换原因</label>
            <Input.TextArea
              id="change-reason"
              rows={3}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </div>
          <p>
            <label className="kb-row kb-start kb-size-13 kb-above-8">
              <Switch aria-label={say(order, '影响{offer}编制')} checked={affectsBids} onChange={setAffectsBids} />
              {say(
                order,
                !affectsBids
                  ? '不影响{offer}编制：{bidder}确认即可'
                  : methodOf(order.method).offers === 'sealed'
                    ? '影响{offer}编制：须距{deadline}至少 15 日，已递交的须重新封存递交'
                    : '影响{offer}编制：已递交的须重新递交',
              )}
            </label>
          </p>
        </section>
      )}
      <section className="kb-section">
        <h2>{group.length > 0 ? `替换记录：${group[0]!.noticeTitle}` : '替换记录'}</h2>
        {group.length > 0 && (
          <p className="buyer-line">
            <Link to={pages('documents.change')}>全部替换记录 ›</Link>
          </p>
        )}
        {documents.replaced.length === 0 ? (
          <span className="kb-muted">{say(order, '{documents}未被替换过')}</span>
        ) : (
          <DataTable
            label="替换记录"
            rows={shown}
            rowKey={(row) => row.rowId}
            columns={[
              { key: 'at', title: '时间', kind: 'time', width: 140, value: (row) => row.at },
              { key: 'old', title: '原文件', value: (row) => row.name },
              {
                key: 'oldHash',
                title: '原摘要',
                value: (row) => row.sha256,
                render: (row) => <Fingerprint hex={row.sha256} />,
              },
              { key: 'new', title: '新文件', value: (row) => row.newName },
              {
                key: 'newHash',
                title: '新摘要',
                value: (row) => row.newSha256,
                render: (row) => <Fingerprint hex={row.newSha256} />,
              },
              { key: 'reason', title: '原因', value: (row) => row.reason },
              {
                key: 'notice',
                title: '变更公告',
                value: (row) => row.noticeTitle,
                render: (row) =>
                  row.noticeId === null ? (
                    row.noticeTitle
                  ) : (
                    <Link to={pages('documents.change', { kpbFileId: row.newFileId, fileChangeGroupId: row.noticeId })}>
                      {row.noticeTitle}
                    </Link>
                  ),
              },
            ]}
          />
        )}
      </section>
    </article>
  )
}

/** The document in force that an address means: itself, or what has replaced it since. */
function currentOf({ current, replaced }: Documents, fileId: string | undefined) {
  let id = fileId
  for (let next = replaced.find((row) => row.fileId === id); next; next = replaced.find((row) => row.fileId === id))
    id = next.newFileId
  return current.find((file) => file.rowId === id || file.fileId === id)
}
