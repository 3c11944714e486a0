import { Alert, Button, Input } from 'antd'
import { useParams } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { openFile } from '#web/export.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen, SideBlock } from '#web/kit/detail-screen.tsx'
import { openDialog } from '#web/kit/dialog.tsx'
import { StatusTag, type Tone } from '#web/kit/status-tag.tsx'
import { AmountText } from '#web/kit/values.tsx'
import type { OutputOf } from '#contract/endpoint.ts'
import { useLive } from '#web/live.ts'
import { useAction, useCall } from '#web/use-call.ts'
import * as c from '../../contract-talk.ts'
import { TALK_STATES, type TalkState } from '../../rules/talk.ts'
import { useAuctionPlace } from '../addresses.ts'
import { BuyerTalk } from './buyer-talk.tsx'
import './talk.css'

type Talks = OutputOf<typeof c.priceTalks>

const TONES: Readonly<Record<TalkState, Tone>> = { open: 'active', agreed: 'success', failed: 'neutral' }

/** 竞价后议价: with the first of the ranking, and with the next only once the one before has failed. */
export function Screen() {
  const { orderId = '' } = useParams()
  const { back } = useAuctionPlace()
  const order = useCall(orderDetail, { params: { orderId } })
  const query = useCall(c.priceTalks, { params: { orderId } }, { fresh: 0 })
  useLive(`order-owner:${orderId}`)
  return (
    <DetailScreen query={query} back={{ label: '采购单详情', to: back }}>
      {(talks) => ({
        title: '竞价后议价',
        facts: [order.data?.title, order.data?.code],
        notice: talks.isHost ? <Begin orderId={orderId} talks={talks} /> : null,
        sections: [
          { key: 'ranking', title: '竞价排名', content: <Ranking talks={talks} /> },
          ...talks.talks.toReversed().map((talk) => ({
            key: `talk-${talk.rank}`,
            title: `与第 ${talk.rank} 名议价：${talk.supplierName}`,
            extra: (
              <Button
                size="small"
                onClick={() =>
                  void openFile(c.talkRecord, {
                    params: { orderId, talkId: talk.talkId },
                    query: { format: 'pdf' },
                  })
                }
              >
                议价记录
              </Button>
            ),
            content: <BuyerTalk orderId={orderId} talk={talk} />,
          })),
        ],
        side: <Rules />,
      })}
    </DetailScreen>
  )
}

interface BeginProps {
  orderId: string
  talks: Talks
}

/** Begins the next talk, or says why none can be begun. */
function Begin({ orderId, talks: { next, blocked, talks } }: BeginProps) {
  const start = useAction(c.startTalk, { success: '已发起议价，供应商已获通知' })
  if (!next) return talks.some((talk) => talk.state === 'open') ? null : <Alert type="info" showIcon title={blocked} />
  const begin = () => {
    const run = async (reason = '') => (await start.run({ params: { orderId }, body: { reason } })).ok
    const about = `与第 ${next.rank} 名 ${next.supplierName}（${formatAmount(next.price)} 元）发起议价，议价期间不能定标。`
    openDialog<string>({
      title: '发起议价',
      content: (state) => (
        <label className="kb-stack">
          {about}
          {next.rank > 1 && (
            <>
              原因（计入记录）
              <Input.TextArea rows={3} maxLength={500} onChange={(event) => state.set(event.target.value)} />
            </>
          )}
        </label>
      ),
      run,
    })
  }
  return (
    <Alert
      type="info"
      showIcon
      title={`可与第 ${next.rank} 名 ${next.supplierName} 议价`}
      description={
        next.rank > 1 ? '上一名次未达成一致，须说明与本名次议价的原因。' : '也可不议价，直接按竞价排名定标。'
      }
      action={
        <Button type="primary" loading={start.busy} onClick={begin}>
          发起议价
        </Button>
      }
    />
  )
}

function Ranking({ talks: { ranking } }: { talks: Talks }) {
  if (ranking.length === 0) return <p className="kb-muted">竞价结束后显示排名</p>
  return (
    <DataTable
      label="竞价排名"
      rows={ranking}
      rowKey={(row) => row.tradeId}
      columns={[
        { key: 'rank', title: '名次', width: 80, value: (row) => `第 ${row.rank} 名` },
        { key: 'name', title: '竞价人', value: (row) => row.supplierName },
        {
          key: 'price',
          title: '竞价报价（元）',
          align: 'right',
          width: 220,
          render: (row) => <AmountText value={row.price} />,
        },
        {
          key: 'state',
          title: '议价',
          width: 120,
          render: (row) =>
            row.state ? <StatusTag label={TALK_STATES[row.state]} tone={TONES[row.state]} /> : <span>-</span>,
        },
      ]}
    />
  )
}

function Rules() {
  return (
    <SideBlock title="议价规则">
      <ul className="kb-bullets">
        <li>先与第一名议价；未达成一致的，说明原因后方可与下一名次议价。</li>
        <li>价格只可下调，每次只有一个报价邀请，逾期未答复即失效。</li>
        <li>议价内容仅双方可见，其他竞价人不会得知。</li>
        <li>每条记录由平台签名，随采购单归档。</li>
      </ul>
    </SideBlock>
  )
}
