import { Alert, Button } from 'antd'
import { Link } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import { Copied } from '#web/kit/copied.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { useAction } from '#web/use-call.ts'
import { playTransfer } from '../contract/own.ts'
import type { Own } from './own.ts'

interface AccountProps {
  orderId: string
  bond: Own
  account: NonNullable<Own['account']>
}

/** Where the money goes to; of the played bank, what it may take in. */
export function BondAccount({ orderId, bond, account }: AccountProps) {
  const play = useAction(playTransfer, { success: '模拟银行已收到转账，请稍候' })
  if (account.state === 'opening') return <p role="status">银行正在为本次报名开立保证金子账户…</p>
  const { given } = bond
  const missing = given && Number(given.missing) > 0 ? given.missing : bond.demanded
  const transfer = (amount: string, payer: 'own' | 'stranger') =>
    void play.run({ params: { orderId }, body: { amount, payer } })
  const short = (Number(missing) / 2).toFixed(2)
  return (
    <section className="kb-above-16">
      <h3>保证金子账户{account.isLocal && '（模拟）'}</h3>
      {given?.state === 'pending' && (
        <p>
          请由本单位基本账户转账 {formatAmount(missing)}{' '}
          元至下列账户。账户仅用于本次报名，他人账户付款、截止后到账、重复转账均不计入。
        </p>
      )}
      <FieldList
        items={[
          { label: '户名', value: account.accountName },
          { label: '账号', value: <Copied text={account.accountNo} /> },
          { label: '开户银行', value: account.bank },
        ]}
      />
      {account.isLocal && (
        <div className="kb-row kb-wrap kb-gap-8 kb-below-16">
          <Button loading={play.busy} onClick={() => transfer(missing, 'own')}>
            模拟转账 {formatAmount(missing)} 元
          </Button>
          <Button loading={play.busy} onClick={() => transfer(short, 'own')}>
            模拟少付
          </Button>
          <Button loading={play.busy} onClick={() => transfer(missing, 'stranger')}>
            模拟他人付款
          </Button>
        </div>
      )}
    </section>
  )
}

/** A letter of guarantee: its issuer, its number, until when it is good, what is still to be done. */
export function BondLetter({ letter }: { letter: NonNullable<Own['letter']> }) {
  return (
    <section className="kb-above-16">
      <h3>保函{letter.isLocal && '（模拟签发）'}</h3>
      {letter.problem && <Alert className="kb-below-8" type="warning" showIcon title={letter.problem} />}
      <FieldList
        items={[
          { label: '状态', value: letter.stateLabel },
          { label: '签发机构', value: letter.issuer },
          { label: '保函编号', value: letter.number || '付费后出具' },
          { label: '担保金额', value: `${formatAmount(letter.amount)} 元` },
          { label: '费用', value: `${formatAmount(letter.fee)} 元` },
          { label: '有效期至', value: letter.validUntil ?? `不早于 ${letter.neededUntil}` },
        ]}
      />
      {letter.state === 'applied' && letter.payOrderId && (
        <Link to={`/finance/orders/${letter.payOrderId}`}>去付费 ›</Link>
      )}
    </section>
  )
}
