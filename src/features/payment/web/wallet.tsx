import { Alert, Button } from 'antd'
import { useParams } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { gatewayTrade, type Play, PLAYS, playTrade } from '../contract/gateway.ts'
import { PROVIDER_LABELS, type ProviderCode } from '../rules/enums.ts'

const ONLY_BANK: readonly Play[] = ['stranger', 'unnamed']
const STATES: Record<string, { label: string; tone: 'active' | 'success' | 'neutral' }> = {
  NOTPAY: { label: '待付款', tone: 'active' },
  SUCCESS: { label: '已付款', tone: 'success' },
  CLOSED: { label: '已关闭', tone: 'neutral' },
}

/** The wallet that the local gateway plays: it pays well, or with a misfortune. No money moves. */
export function Screen() {
  const { payCode = '' } = useParams()
  const query = useCall(gatewayTrade, { params: { payCode } }, { every: 3_000, fresh: 0 })
  const play = useAction(playTrade, { success: '已执行' })
  return (
    <DetailScreen query={query}>
      {(trade) => {
        const isBank = trade.provider === 'remittance'
        const plays = (Object.keys(PLAYS) as Play[]).filter((one) => isBank || !ONLY_BANK.includes(one))
        return {
          title: '模拟钱包',
          status: <StatusTag {...(STATES[trade.state] ?? STATES.NOTPAY!)} />,
          facts: [PROVIDER_LABELS[trade.provider as ProviderCode], trade.title, `${formatAmount(trade.amount)} 元`],
          notice: (
            <Alert
              type="warning"
              showIcon
              title="模拟支付"
              description="本页由本地网关提供，用于演示和测试付款的各种情形，不会发生真实付款。"
            />
          ),
          sections: [
            {
              key: 'play',
              title: '付款',
              content: (
                <div className="kb-row kb-wrap">
                  {plays.map((one) => (
                    <Button
                      key={one}
                      {...(one === 'pay' && { type: 'primary' as const })}
                      disabled={trade.state === 'SUCCESS' && one !== 'twice'}
                      onClick={() => void play.run({ params: { payCode }, body: { play: one } })}
                    >
                      {PLAYS[one]}
                    </Button>
                  ))}
                </div>
              ),
            },
            trade.notices.length > 0 && {
              key: 'notices',
              title: '发出的通知',
              content: (
                <DataTable
                  label="发出的通知"
                  rows={trade.notices.map((notice, i) => ({ ...notice, i }))}
                  rowKey={(row) => String(row.i)}
                  columns={[
                    { key: 'at', title: '时间', kind: 'time', width: 160, value: (row) => row.at },
                    { key: 'tries', title: '次数', width: 80, value: (row) => String(row.tries) },
                    { key: 'answer', title: '平台应答', value: (row) => row.answer || '发送中' },
                    { key: 'over', title: '状态', width: 110, value: (row) => (row.isOver ? '已结束' : '将重发') },
                  ]}
                />
              ),
            },
          ],
        }
      }}
    </DetailScreen>
  )
}
