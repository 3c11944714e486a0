import { Alert, Button, Input, Select } from 'antd'
import { useState } from 'react'
import { formatAmount } from '#contract/money.ts'
import { AmountInput } from '#web/kit/amount-input.tsx'
import { openDialog } from '#web/kit/dialog.tsx'
import { useAction } from '#web/use-call.ts'
import * as c from '../../contract-talk.ts'
import { BoxState } from './box-state.tsx'
import { SayBox } from './say-box.tsx'
import { TalkLog } from './talk-log.tsx'

const MINUTES = [
  [30, '30 分钟'],
  [60, '1 小时'],
  [240, '4 小时'],
  [1440, '1 天'],
  [4320, '3 天'],
] as const

interface BuyerTalkProps {
  orderId: string
  talk: c.Talk & { supplierName: string }
}

/** One talk from the buyer's side: what was said, the box for the next offer, and its end. */
export function BuyerTalk({ orderId, talk }: BuyerTalkProps) {
  const params = { orderId, talkId: talk.talkId }
  const say = useAction(c.sayInTalk, { success: '留言已发送' })
  const conclude = useAction(c.concludeTalk, { success: '议价已结束' })
  const may = (action: string) => talk.actions.find((one) => one.action === action)
  const end = (isAgreed: boolean) =>
    openDialog<string>({
      title: isAgreed ? `达成一致：${formatAmount(talk.price)} 元` : '未达成一致，结束议价',
      danger: !isAgreed,
      content: (state) => (
        <label className="kb-stack">
          {isAgreed ? '议定价格即为定标价格，达成后不可更改。' : '结束后，该供应商的竞价报价继续有效。'}
          议价纪要（供应商可见，计入记录）
          <Input.TextArea rows={4} maxLength={2000} onChange={(event) => state.set(event.target.value)} />
        </label>
      ),
      run: async (minutes) => (await conclude.run({ params, body: { isAgreed, minutes: minutes ?? '' } })).ok,
    })
  return (
    <>
      <BoxState talk={talk} />
      {may('ask') && <AskBox key={talk.entries.length} talk={talk} params={params} />}
      {(may('agree') || may('fail')) && (
        <p className="kb-actions">
          {(['agree', 'fail'] as const).map((name) => {
            const action = may(name)
            return (
              action && (
                <Button
                  key={name}
                  danger={name === 'fail'}
                  disabled={action.reason !== undefined}
                  title={action.reason}
                  onClick={() => end(name === 'agree')}
                >
                  {name === 'agree' && talk.price !== talk.startPrice
                    ? `按 ${formatAmount(talk.price)} 元达成一致`
                    : action.label}
                </Button>
              )
            )
          })}
        </p>
      )}
      {may('say') && <SayBox busy={say.busy} onSay={async (text) => (await say.run({ params, body: { text } })).ok} />}
      <TalkLog talk={talk} />
    </>
  )
}

interface AskBoxProps {
  talk: c.Talk
  params: { orderId: string; talkId: string }
}

/** Opens the box for one lower offer. */
function AskBox({ talk, params }: AskBoxProps) {
  const [price, setPrice] = useState<string | undefined>()
  const [minutes, setMinutes] = useState<number>(60)
  const [text, setText] = useState('')
  const ask = useAction(c.askInTalk, { success: '报价邀请已发出' })
  const action = talk.actions.find((one) => one.action === 'ask')!
  if (action.reason) return <Alert className="kb-below-12" type="info" showIcon title={action.reason} />
  return (
    <form
      className="talk-ask kb-flex kb-gap-12 kb-start kb-wrap kb-above-12 kb-below-12"
      aria-label="邀请报价"
      onSubmit={(event) => {
        event.preventDefault()
        void ask.run({ params, body: { price: price ?? null, minutes, text: text.trim() } })
      }}
    >
      <div className="talk-field">
        <span>期望价格（选填）</span>
        <AmountInput
          value={price ?? ''}
          onChange={setPrice}
          aria-label="期望价格"
          placeholder={`低于 ${formatAmount(talk.price)}`}
        />
      </div>
      <label>
        答复期限
        <Select
          aria-label="答复期限"
          value={minutes}
          options={MINUTES.map(([value, label]) => ({ value, label }))}
          onChange={setMinutes}
        />
      </label>
      <label className="talk-wide">
        说明（选填）
        <Input maxLength={2000} value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <Button type="primary" htmlType="submit" loading={ask.busy}>
        发出报价邀请
      </Button>
    </form>
  )
}
