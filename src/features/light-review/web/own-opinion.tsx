import { Button, Input, Radio } from 'antd'
import { useCallback, useRef, useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { toast } from '#web/feedback.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { Labelled } from '#web/kit/labelled.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLeaveGuard } from '#web/kit/use-leave-guard.ts'
import { useAction } from '#web/use-call.ts'
import { handInOpinion, type Review, type ReviewPage, saveOpinion } from '../contract.ts'
import { type Answer, opinionProblems, type Stance, STANCES } from '../rules/review.ts'
import { STANCE_TONES } from './tones.ts'

const STANCE_OPTIONS = (Object.keys(STANCES) as Stance[]).map((value) => ({ value, label: STANCES[value] }))

interface OwnOpinionProps {
  page: ReviewPage
  own: NonNullable<ReviewPage['own']>
  review: Review
}

/** The own opinion: a draft until it is signed, to be read ever after. */
export function OwnOpinion({ page, own, review }: OwnOpinionProps) {
  const canHandIn = page.actions.some(({ action, reason }) => action === 'handIn' && !reason)
  if (canHandIn) return <Draft orderId={page.orderId} own={own} criteria={review.criteria} />
  if (own.handedInAt === null) return <p className="kb-muted">未提交意见</p>
  return (
    <>
      <DataTable
        label="我的意见"
        rows={review.criteria.map((title, i) => ({ i, title, ...own.answers[i]! }))}
        rowKey={(row) => String(row.i)}
        columns={[
          { key: 'title', title: '评审事项', isHead: true, value: (row) => row.title },
          {
            key: 'stance',
            title: '意见',
            width: 140,
            render: ({ stance }) => <StatusTag label={STANCES[stance!]} tone={STANCE_TONES[stance!]} />,
          },
          { key: 'reason', title: '理由', value: (row) => row.reason },
        ]}
      />
      {own.remark !== '' && <p className="kb-pre kb-above-8">其他意见：{own.remark}</p>}
      <p className="kb-note kb-above-8">
        {own.name} 签名　{formatTime(own.handedInAt, true)}　<Fingerprint hex={own.hash!} />
      </p>
    </>
  )
}

interface DraftProps {
  orderId: string
  own: NonNullable<ReviewPage['own']>
  criteria: readonly string[]
}

function Draft({ orderId, own, criteria }: DraftProps) {
  const params = { orderId }
  const [answers, setAnswers] = useState<Answer[]>(() =>
    criteria.map((_, i) => own.answers[i] ?? { stance: null, reason: '' }),
  )
  const [remark, setRemark] = useState(own.remark)
  const [isTried, setTried] = useState(false)
  const [isSigning, setSigning] = useState(false)
  const dirty = useRef(false)
  const save = useAction(saveOpinion, { success: '草稿已保存', onDone: () => void (dirty.current = false) })
  useLeaveGuard(
    useCallback(() => dirty.current, []),
    '有未保存的评审意见，离开后将丢失。',
  )
  const problems = isTried ? opinionProblems(answers, criteria) : []
  const set = (index: number, part: Partial<Answer>) => {
    dirty.current = true
    setAnswers(answers.map((one, i) => (i === index ? { ...one, ...part } : one)))
  }
  const sign = () => {
    setTried(true)
    if (opinionProblems(answers, criteria).length > 0) return toast.error('请填写全部评审事项')
    setSigning(true)
  }
  return (
    <>
      {criteria.map((title, i) => {
        const { stance, reason } = answers[i]!
        const problem = problems.find(({ path }) => path.startsWith(`answers.${i}.`))
        return (
          <div key={i} className="kb-box kb-below-12" role="group" aria-label={title}>
            <p className="kb-strong kb-below-8">
              {i + 1}. {title}
            </p>
            <Radio.Group
              aria-label={`${title}的意见`}
              options={STANCE_OPTIONS}
              value={stance}
              onChange={(event) => set(i, { stance: event.target.value as Stance })}
            />
            <Input.TextArea
              className="kb-above-8"
              aria-label={`${title}的理由`}
              placeholder={stance === null || stance === 'agree' ? '理由（选填）' : '请说明理由'}
              autoSize={{ minRows: 1, maxRows: 6 }}
              maxLength={2000}
              value={reason}
              onChange={(event) => set(i, { reason: event.target.value })}
            />
            {problem && (
              <p className="kb-bad kb-above-4" role="alert">
                {problem.message}
              </p>
            )}
          </div>
        )
      })}
      <Labelled label="其他意见">
        {(id) => (
          <Input.TextArea
            id={id}
            rows={3}
            maxLength={4000}
            value={remark}
            onChange={(event) => {
              dirty.current = true
              setRemark(event.target.value)
            }}
          />
        )}
      </Labelled>
      <div className="kb-row kb-gap-12 kb-wrap kb-above-12">
        <Button type="primary" onClick={sign}>
          签名并提交
        </Button>
        <Button loading={save.busy} onClick={() => void save.run({ params, body: { answers, remark } })}>
          保存草稿
        </Button>
        {own.savedAt && <span className="kb-note">草稿保存于 {formatTime(own.savedAt)}</span>}
      </div>
      {isSigning && (
        <ActionDialog
          title="签名并提交评审意见"
          endpoint={handInOpinion}
          fields={[{ kind: 'text', name: 'signature', label: '本人姓名', required: true, maxLength: 40 }]}
          input={({ signature }: { signature: string }) => ({ params, body: { answers, remark, signature } })}
          hint={`请输入“${own.name}”签名。提交后不能修改，全部提交后同时开启。`}
          okText="提交"
          success="评审意见已提交"
          onDone={() => void (dirty.current = false)}
          onClose={() => setSigning(false)}
        />
      )}
    </>
  )
}
