import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { ask } from '#web/feedback.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { TimeText } from '#web/kit/values.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { bankCards, makeDefaultCard, removeBankCard } from '../contract/services.ts'
import { CardStatus } from '../rules/enums.ts'
import { AddCard, VerifyCard } from './card-dialogs.tsx'
import { cardTag } from './words.ts'
import './enterprise.css'

type Card = OutputOf<typeof bankCards>['cards'][number]
const S = CardStatus.values

/** Bank accounts of the company: added, verified by a small amount, one of them the default. */
export function Screen() {
  const query = useCall(bankCards, {}, { fresh: 0 })
  const [adding, setAdding] = useState(false)
  const [verifying, setVerifying] = useState<Card | null>(null)
  const makeDefault = useAction(makeDefaultCard, { success: '已设为默认账户' })
  const remove = useAction(removeBankCard, { success: '账户已解绑' })
  const unbind = async (card: Card) => {
    const content = card.isDefault ? '这是默认账户，解绑后由最近验证的账户接替。' : '解绑后不再用于收付款。'
    if (await ask({ title: `解绑 ${card.accountNo}`, content, danger: true }))
      await remove.run({ params: { id: card.id } })
  }
  return (
    <WhenLoaded query={query}>
      {({ cards, channel, accountName }) => (
        <>
          <PageHead
            title="银行账户"
            facts={[accountName, `已验证 ${cards.filter((card) => card.status === S.verified).length} 个`]}
            actions={
              channel !== 'none' && (
                <Button type="primary" onClick={() => setAdding(true)}>
                  绑定账户
                </Button>
              )
            }
          />
          <div className="kb-above-12 kb-below-16">
            <ChannelNote channel={channel} />
          </div>
          {cards.length === 0 ? (
            <EmptyState title="还没有绑定账户" hint="绑定并验证后，用于保证金、服务费等款项的收付" />
          ) : (
            <DataTable
              label="银行账户"
              rows={cards}
              rowKey={(card) => card.id}
              columns={[
                {
                  key: 'no',
                  title: '账户',
                  render: (card) => (
                    <>
                      {card.accountNo} {card.isDefault && <StatusTag label="默认" tone="active" />}
                    </>
                  ),
                },
                { key: 'name', title: '户名', value: (card) => card.accountName },
                { key: 'bank', title: '开户银行', value: (card) => [card.bank, card.branch].filter(Boolean).join(' ') },
                {
                  key: 'status',
                  title: '状态',
                  width: 110,
                  render: (card) => <StatusTag {...cardTag(card.status)} />,
                },
                {
                  key: 'time',
                  title: '验证',
                  width: 260,
                  render: (card) => <VerifyState card={card} />,
                },
              ]}
              renderEnd={(card) => (
                <span className="kb-row-actions">
                  {card.status === S.waiting && (
                    <Button type="link" size="small" onClick={() => setVerifying(card)}>
                      填写金额
                    </Button>
                  )}
                  {card.status === S.verified && !card.isDefault && (
                    <Button type="link" size="small" onClick={() => void makeDefault.run({ params: { id: card.id } })}>
                      设为默认
                    </Button>
                  )}
                  <Button type="link" size="small" danger onClick={() => void unbind(card)}>
                    解绑
                  </Button>
                </span>
              )}
            />
          )}
          {adding && <AddCard accountName={accountName} onClose={() => setAdding(false)} />}
          {verifying && <VerifyCard card={verifying} onClose={() => setVerifying(null)} />}
        </>
      )}
    </WhenLoaded>
  )
}

function VerifyState({ card }: { card: Card }) {
  if (card.verifiedAt) return <>{formatTime(card.verifiedAt)} 通过</>
  if (card.status === S.failed) return <>金额三次填写错误</>
  return (
    <>
      还可尝试 {card.triesLeft} 次，
      <TimeText at={card.expiresAt} />
      过期
    </>
  )
}

function ChannelNote({ channel }: { channel: 'bank' | 'local' | 'none' }) {
  switch (channel) {
    case 'bank':
      return (
        <Alert
          type="info"
          showIcon
          title="绑定后平台向该账户汇入一笔 0.01 至 0.99 元的验证款，请在 48 小时内填写收到的金额。"
        />
      )
    case 'local':
      return (
        <Alert
          type="warning"
          showIcon
          title="本平台未接入银行通道，验证款由本地通道模拟"
          description="不会发生真实转账；模拟到账的金额在消息中心以“模拟到账通知”告知。"
        />
      )
    case 'none':
      return <Alert type="warning" showIcon title="本平台尚未接入银行验证通道，暂不能绑定账户" />
  }
}
