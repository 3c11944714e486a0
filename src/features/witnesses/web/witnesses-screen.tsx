import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell, TimeText } from '#web/kit/values.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { askWitness, witnessList } from '../contract.ts'
import { WITNESS_STATES } from '../rules.ts'
import { Adding, Retiring, Threshold } from './witness-dialogs.tsx'

type Witnesses = OutputOf<typeof witnessList>
type Row = Witnesses['witnesses'][number]

/** Who watches the public log from outside, and how each stands. */
export function Screen() {
  const query = useCall(witnessList, {}, { every: 10_000 })
  return <WhenLoaded query={query}>{(data) => <Loaded data={data} />}</WhenLoaded>
}

type Open = { kind: 'add' } | { kind: 'threshold' } | { kind: 'retire'; row: Row }

function Loaded({ data }: { data: Witnesses }) {
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const { threshold, witnesses, head } = data
  const inUse = witnesses.filter((one) => one.retiredAt === null)
  return (
    <>
      <PageHead
        title="日志见证"
        facts={[
          inUse.length > 0 ? `在用 ${inUse.length} 个，至少 ${threshold} 个见证` : '尚无见证方',
          '平台以外的机构为公开日志逐次签名，日志被改写、截断或向不同的人出示不同内容时，见证方会拒绝签名',
        ]}
        actions={
          <>
            {inUse.length > 1 && <Button onClick={() => setOpen({ kind: 'threshold' })}>调整最少见证数</Button>}
            <Button type="primary" onClick={() => setOpen({ kind: 'add' })}>
              登记见证方
            </Button>
          </>
        }
      />
      <Trouble rows={inUse} threshold={threshold} head={head} />
      {witnesses.length === 0 ? (
        <EmptyState
          title="还没有见证方"
          hint="请监管部门、高校或行业协会运行见证程序，并将下方的日志公钥交给对方；取得其公钥和地址后在此登记"
        />
      ) : (
        <Table rows={witnesses} onRetire={(row) => setOpen({ kind: 'retire', row })} />
      )}
      <h2 className="kb-above-20">日志与时间</h2>
      <FieldList items={factsOf(data)} />
      {open?.kind === 'add' && <Adding onClose={close} />}
      {open?.kind === 'threshold' && <Threshold threshold={threshold} most={inUse.length} onClose={close} />}
      {open?.kind === 'retire' && <Retiring row={open.row} onClose={close} />}
    </>
  )
}

/** What an administrator must do something about. */
function Trouble({ rows, threshold, head }: { rows: readonly Row[]; threshold: number; head: Witnesses['head'] }) {
  const refusing = rows.filter((row) => row.state === 'refused')
  if (refusing.length > 0)
    return (
      <Alert
        type="error"
        showIcon
        role="alert"
        className="kb-below-16"
        title={`${refusing.map((row) => row.title).join('、')}拒绝见证`}
        description="见证方认为日志与其此前见证的不一致，或登记有误。请先核实数据库是否恢复自较早的备份，再与见证方联系。"
      />
    )
  const current = rows.filter((row) => row.state === 'cosigning').length
  if (head && threshold > 0 && current < threshold)
    return (
      <Alert
        type="warning"
        showIcon
        className="kb-below-16"
        title={`最近的日志头仅有 ${head.cosignedBy} 个见证，少于要求的 ${threshold} 个`}
        description="无法连接的见证方恢复后自动补签；投标照常受理，但其间的截止时间没有足够的见证。"
      />
    )
  return null
}

function Table({ rows, onRetire }: { rows: readonly Row[]; onRetire: (row: Row) => void }) {
  const ask = useAction(askWitness, { success: '已请求见证' })
  return (
    <DataTable
      label="见证方"
      rows={rows}
      rowKey={(row) => row.witnessId}
      columns={[
        {
          key: 'title',
          title: '见证方',
          isHead: true,
          render: (row) => <MainCell title={row.title} code={row.url} />,
        },
        { key: 'state', title: '状态', width: 120, render: (row) => <StatusTag {...WITNESS_STATES[row.state]} /> },
        {
          key: 'last',
          title: '最近见证',
          width: 190,
          render: (row) =>
            row.cosignedAt ? (
              <MainCell title={`${row.size.toLocaleString('zh-CN')} 条`} extra={<TimeText at={row.cosignedAt} />} />
            ) : (
              '尚未见证'
            ),
        },
        {
          key: 'behind',
          title: '落后',
          width: 90,
          value: (row) => (row.retiredAt || row.behind === 0 ? '' : `${row.behind} 条`),
        },
        {
          key: 'refusals',
          title: '拒绝',
          width: 80,
          value: (row) => (row.refusals > 0 ? `${row.refusals} 次` : ''),
        },
        { key: 'failure', title: '说明', width: 240, value: noteOf },
      ]}
      detail={{ label: '见证公钥', of: (row) => <code className="kb-hash kb-break">{row.key}</code> }}
      renderEnd={(row) =>
        row.retiredAt === null && (
          <>
            <Button
              type="link"
              size="small"
              loading={ask.busy}
              onClick={() => void ask.run({ params: { witnessId: row.witnessId } })}
            >
              立即请求
            </Button>
            <Button type="link" size="small" danger onClick={() => onRetire(row)}>
              停用
            </Button>
          </>
        )
      }
    />
  )
}

function noteOf(row: Row): string {
  if (row.retiredAt) return `${formatTime(row.retiredAt)} 停用`
  return row.failingSince ? `${row.failureText}（自 ${formatTime(row.failingSince)}）` : ''
}

function factsOf({ head, logKey, time }: Witnesses) {
  return [
    {
      label: '最近的日志头',
      value: head
        ? `${head.size.toLocaleString('zh-CN')} 条，${formatTime(head.at)} 公布，${head.cosignedBy} 个见证`
        : '日志尚未开始',
    },
    { label: '日志公钥', value: <code className="kb-hash kb-break">{logKey}</code> },
    {
      label: '截止时刻的时间戳',
      value: time.isLocal ? '平台自行签发的本地时间戳，不是第三方的证明；可由运维人员配置时间戳机构' : time.name,
    },
    {
      label: '最近一次时间戳',
      value: time.last ? `${formatTime(time.last.at, true)}，${time.last.authority}` : '尚无',
    },
  ]
}
