import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { ask } from '#web/feedback.ts'
import { DataTable, TableSkeleton } from '#web/kit/data-table.tsx'
import type { Column } from '#web/kit/data-table.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { PageHead, PrimaryButton } from '#web/kit/page-head.tsx'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { bidKeys, revokeBidKey } from '../../contract.ts'
import { CreateKey } from './create-key.tsx'
import { SUITE_WORDS } from './key-words.ts'
import '../bid.css'

type Key = OutputOf<typeof bidKeys>['rows'][number]

const COLUMNS: Column<Key>[] = [
  {
    key: 'label',
    title: '密钥',
    render: (key) => (
      <div className="kb-main-cell kb-column">
        <span className="kb-main-title kb-break">{key.label || '投标密钥'}</span>
        <Fingerprint hex={key.fingerprint} full />
      </div>
    ),
  },
  { key: 'used', title: '用于', width: 260, render: (key) => <KeyUses orders={key.orders} /> },
  { key: 'suite', title: '密码算法', width: 240, value: (key) => SUITE_WORDS[key.suite] },
  { key: 'createdBy', title: '创建人', width: 100, value: (key) => key.createdBy },
  { key: 'createdAt', title: '创建时间', kind: 'time', width: 150, value: (key) => key.createdAt },
  {
    key: 'state',
    title: '状态',
    width: 100,
    render: (key) => (key.revokedAt ? <StatusTag label="已作废" /> : <StatusTag label="有效" tone="success" />),
  },
]

/** The tenders a key was used for; who has not forgotten them keeps the file. */
function KeyUses({ orders }: { orders: Key['orders'] }) {
  if (orders.length === 0) return <span className="kb-muted">尚未使用</span>
  return (
    <ul>
      {orders.map((order) => (
        <li key={order.orderId}>
          <Link to={`/supplier/bid/orders/${order.orderId}/bid`} title={order.code}>
            {order.title}
          </Link>
          {!order.inForce && <span className="kb-muted">（已替换或撤回）</span>}
        </li>
      ))}
    </ul>
  )
}

/** The company's keys: public halves only. The private ones are files that people keep. */
export function Screen() {
  const query = useCall(bidKeys)
  const [creating, setCreating] = useState(false)
  const revoke = useAction(revokeBidKey, { success: '密钥已作废' })
  const remove = async (key: Key) => {
    const agreed = await ask({
      title: '作废密钥',
      content: `作废后不能再用“${key.label || '投标密钥'}”加密新的投标。已开标项目不受影响；仍有未开标的投标使用它时不能作废。`,
      okText: '作废',
      danger: true,
    })
    if (agreed) await revoke.run({ params: { keyId: key.keyId } })
  }
  return (
    <section className="kb-list">
      <PageHead
        title="投标密钥"
        facts={['平台只保存公钥；私钥在密钥文件中，由本企业保管']}
        actions={<PrimaryButton label="创建密钥" onClick={() => setCreating(true)} />}
      />
      {query.data === undefined ? (
        query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <TableSkeleton columns={COLUMNS} rows={4} />
        )
      ) : query.data.rows.length === 0 ? (
        <EmptyState title="还没有投标密钥" hint="投标文件用本企业的密钥加密；创建后可用于各个标段" />
      ) : (
        <DataTable
          columns={COLUMNS}
          rows={query.data.rows}
          rowKey={(key) => key.keyId}
          label="投标密钥"
          renderEnd={(key) =>
            key.revokedAt === null && (
              <Button type="link" size="small" danger onClick={() => void remove(key)}>
                作废
              </Button>
            )
          }
        />
      )}
      {creating && <CreateKey onClose={() => setCreating(false)} />}
    </section>
  )
}
