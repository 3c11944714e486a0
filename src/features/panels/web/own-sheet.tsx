import { Button, Input, Radio } from 'antd'
import { type ReactNode, useCallback, useState } from 'react'
import { toast } from '#web/feedback.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { useLeaveGuard } from '#web/kit/use-leave-guard.ts'
import { type Desk, handInConformity, handInScores } from '../contract.ts'
import { OwnVote } from './own-vote.tsx'
import { ScoreGrid } from './score-grid.tsx'

const STANCES = [
  { value: true, label: '符合' },
  { value: false, label: '不符合' },
]

/** The own sheet of the stage that goes on: opinions on responses, or marks. It is handed in once. */
export function OwnSheet({ desk }: { desk: Desk }) {
  const Sheet = SHEETS[desk.stage] ?? Conformity
  return <Sheet desk={desk} />
}

const SHEETS: Partial<Record<Desk['stage'], (props: { desk: Desk }) => ReactNode>> = {
  scoring: Scores,
  voting: OwnVote,
}

function Conformity({ desk }: { desk: Desk }) {
  const going = desk.suppliers.filter(({ cause }) => cause === '')
  const [answers, setAnswers] = useState<Record<string, { conforms: boolean | null; reason: string }>>({})
  const [isSigning, setSigning] = useState(false)
  const [isDirty, setDirty] = useState(false)
  useLeaveGuard(
    useCallback(() => isDirty, [isDirty]),
    '有未提交的意见，离开后将丢失。',
  )
  const of = (tradeId: string) => answers[tradeId] ?? { conforms: null, reason: '' }
  const set = (tradeId: string, part: Partial<{ conforms: boolean; reason: string }>) => {
    setDirty(true)
    setAnswers({ ...answers, [tradeId]: { ...of(tradeId), ...part } })
  }
  const sign = () => {
    const open = going.find(({ tradeId }) => of(tradeId).conforms === null)
    if (open) return toast.error(`请对${open.supplierName}的响应文件作出结论`)
    const bare = going.find(({ tradeId }) => of(tradeId).conforms === false && of(tradeId).reason.trim().length < 2)
    if (bare) return toast.error(`${bare.supplierName}不符合的，请说明理由`)
    setSigning(true)
  }
  return (
    <>
      {going.map(({ tradeId, supplierName }) => (
        <div key={tradeId} className="kb-box kb-below-12" role="group" aria-label={supplierName}>
          <p className="kb-strong kb-below-8">{supplierName}</p>
          <Radio.Group
            aria-label={`${supplierName}的结论`}
            options={STANCES}
            value={of(tradeId).conforms}
            onChange={(event) => set(tradeId, { conforms: event.target.value as boolean })}
          />
          {of(tradeId).conforms === false && (
            <Input.TextArea
              className="kb-above-8"
              aria-label={`${supplierName}的理由`}
              placeholder="请说明不符合哪项要求，将告知该供应商"
              autoSize={{ minRows: 1, maxRows: 6 }}
              maxLength={1000}
              value={of(tradeId).reason}
              onChange={(event) => set(tradeId, { reason: event.target.value })}
            />
          )}
        </div>
      ))}
      <Button type="primary" onClick={sign}>
        签名并提交
      </Button>
      {isSigning && (
        <ActionDialog
          title="签名并提交审查意见"
          endpoint={handInConformity}
          fields={[{ kind: 'text', name: 'signature', label: '本人姓名', required: true, maxLength: 40 }]}
          input={({ signature }: { signature: string }) => ({
            params: { orderId: desk.orderId },
            body: {
              roundNo: desk.roundNo,
              answers: going.map(({ tradeId }) => ({
                tradeId,
                conforms: of(tradeId).conforms === true,
                reason: of(tradeId).conforms ? '' : of(tradeId).reason,
              })),
              signature,
            },
          })}
          hint={`请输入“${desk.own!.name}”签名。提交后不能修改，全部成员提交后同时开启，按多数意见作出结论。`}
          okText="提交"
          success="审查意见已提交"
          onDone={() => setDirty(false)}
          onClose={() => setSigning(false)}
        />
      )}
    </>
  )
}

function Scores({ desk }: { desk: Desk }) {
  const going = desk.suppliers.filter(({ cause }) => cause === '')
  const ways = desk.ways.filter(({ isPrice }) => !isPrice)
  const [marks, setMarks] = useState<Record<string, string>>({})
  const [isSigning, setSigning] = useState(false)
  const [isDirty, setDirty] = useState(false)
  useLeaveGuard(
    useCallback(() => isDirty, [isDirty]),
    '有未提交的意见，离开后将丢失。',
  )
  const asked = ways.flatMap(({ items }, way) =>
    items.flatMap((_, item) => going.map(({ tradeId }) => ({ tradeId, way, item, key: `${tradeId} ${way} ${item}` }))),
  )
  const sign = () => {
    if (asked.some(({ key }) => (marks[key] ?? '') === '')) return toast.error('请对每家供应商逐项打分')
    setSigning(true)
  }
  return (
    <>
      <ScoreGrid
        ways={ways}
        suppliers={going}
        marks={marks}
        onChange={(key, value) => {
          setDirty(true)
          setMarks({ ...marks, [key]: value })
        }}
      />
      <Button type="primary" className="kb-above-12" onClick={sign}>
        签名并提交
      </Button>
      {isSigning && (
        <ActionDialog
          title="签名并提交评分"
          endpoint={handInScores}
          fields={[{ kind: 'text', name: 'signature', label: '本人姓名', required: true, maxLength: 40 }]}
          input={({ signature }: { signature: string }) => ({
            params: { orderId: desk.orderId },
            body: {
              roundNo: desk.roundNo,
              marks: asked.map(({ tradeId, way, item, key }) => ({ tradeId, way, item, score: marks[key]! })),
              signature,
            },
          })}
          hint={`请输入“${desk.own!.name}”签名。提交后不能修改，全部成员提交后同时开启；价格分由系统计算。`}
          okText="提交"
          success="评分已提交"
          onDone={() => setDirty(false)}
          onClose={() => setSigning(false)}
        />
      )}
    </>
  )
}
