import { Button, Input } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import { openFile } from '#web/export.ts'
import { AmountInput } from '#web/kit/amount-input.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { openDialog } from '#web/kit/dialog.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { useAction, useCall } from '#web/use-call.ts'
import * as c from '../../contract-talk.ts'
import { TALK_STATES } from '../../rules/talk.ts'
import { useAuctionPlace } from '../addresses.ts'
import { BoxState } from './box-state.tsx'
import { SayBox } from './say-box.tsx'
import { TalkLog } from './talk-log.tsx'
import './talk.css'

/** The talk that the buyer holds with the own company. */
export function Screen() {
  const { orderId = '' } = useParams()
  const { back } = useAuctionPlace()
  const params = { orderId }
  const query = useCall(c.ownTalk, { params }, { fresh: 0 })
  useLive(query.data ? `price-talk:${query.data.talk.talkId}` : '')
  const say = useAction(c.replyInTalk, { success: '留言已发送' })
  return (
    <DetailScreen query={query} back={{ label: '项目详情', to: back }}>
      {({ title, code, purchaserName, talk }) => ({
        title: `议价：${title}`,
        status: <StatusTag label={TALK_STATES[talk.state]} tone={talk.state === 'open' ? 'active' : 'neutral'} />,
        facts: [code, purchaserName],
        deadline: talk.actions.some((one) => one.action === 'offer' && !one.reason)
          ? { label: '答复期限', at: talk.box!.until }
          : null,
        sections: [
          {
            key: 'price',
            title: '报价',
            content: (
              <>
                <BoxState talk={talk} />
                <Answer key={talk.entries.length} orderId={orderId} talk={talk} />
              </>
            ),
          },
          {
            key: 'log',
            title: '议价记录',
            extra: (
              <>
                {(['pdf', 'json'] as const).map((format) => (
                  <Button
                    key={format}
                    size="small"
                    onClick={() => void openFile(c.ownTalkRecord, { params, query: { format } })}
                  >
                    {format === 'pdf' ? '下载记录' : '签名回执'}
                  </Button>
                ))}
              </>
            ),
            content: (
              <>
                {talk.actions.some((one) => one.action === 'say') && (
                  <SayBox busy={say.busy} onSay={async (text) => (await say.run({ params, body: { text } })).ok} />
                )}
                <TalkLog talk={talk} />
              </>
            ),
          },
        ],
      })}
    </DetailScreen>
  )
}

interface AnswerProps {
  orderId: string
  talk: c.Talk
}

/** Accepts the price wished for, names another lower one, or refuses. */
function Answer({ orderId, talk }: AnswerProps) {
  const params = { orderId }
  const [price, setPrice] = useState<string | undefined>()
  const offer = useAction(c.offerInTalk, {
    success: (taken) => `报价 ${formatAmount(taken.price)} 元已受理`,
  })
  const refuse = useAction(c.refuseInTalk, { success: '已谢绝报价' })
  const action = talk.actions.find((one) => one.action === 'offer')
  if (!action) return null
  if (action.reason) return <p className="kb-muted">{action.reason}</p>
  const wished = talk.box?.price
  const decline = () =>
    openDialog<string>({
      title: '谢绝报价',
      content: (state) => (
        <label className="kb-stack">
          谢绝后竞价报价继续有效，采购方可再次邀请报价。原因
          <Input.TextArea rows={3} maxLength={2000} onChange={(event) => state.set(event.target.value)} />
        </label>
      ),
      run: async (reason) => (await refuse.run({ params, body: { reason: reason ?? '' } })).ok,
    })
  return (
    <form
      className="talk-ask kb-flex kb-gap-12 kb-start kb-wrap kb-above-12 kb-below-12"
      aria-label="报价"
      onSubmit={(event) => {
        event.preventDefault()
        if (price) void offer.run({ params, body: { price } })
      }}
    >
      <div className="talk-field">
        <span>报价总额</span>
        <AmountInput
          value={price ?? ''}
          onChange={setPrice}
          aria-label="报价金额"
          placeholder={`低于 ${formatAmount(talk.price)}`}
        />
      </div>
      <Button type={wished ? 'default' : 'primary'} htmlType="submit" disabled={!price} loading={offer.busy}>
        提交报价
      </Button>
      {wished && (
        <Button
          type="primary"
          loading={offer.busy}
          onClick={() => void offer.run({ params, body: { price: wished, confirm: true } })}
        >
          接受 {formatAmount(wished)} 元
        </Button>
      )}
      <Button onClick={decline}>谢绝</Button>
    </form>
  )
}
