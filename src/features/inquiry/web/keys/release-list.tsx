import { Button } from 'antd'
import { useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { StatusTag, type Tone } from '#web/kit/status-tag.tsx'
import { Countdown } from '#web/kit/values.tsx'
import type { JointState, RoundRelease } from '../../contract-keys.ts'
import { ExtensionDialog } from './extension-dialog.tsx'
import { ExtensionNote } from './extension-note.tsx'

interface Place {
  orderId: string
  roundId: string
}

type Officer = JointState['officers'][number]

const STATES: Readonly<Record<Officer['state'], { label: string; tone: Tone }>> = {
  waiting: { label: '待参与', tone: 'neutral' },
  answered: { label: '已参与', tone: 'success' },
  refused: { label: '结果不成立', tone: 'danger' },
  excused: { label: '已回避', tone: 'neutral' },
}

/** Who is awaited before the quotes of a round can be opened, and who came; never a figure. */
export function ReleaseList({ order, label, release }: { order: Place; label: string; release: RoundRelease }) {
  const [isExtending, setExtending] = useState(false)
  const { phase, end, suppliers, joint, extensions, mayExtend } = release
  const isReleasing = phase === 'releasing'
  // Behind the opening the quotes themselves tell who is lacking.
  if (phase === 'opened')
    return (
      <>
        <p className="kb-hint">{wordsOf(release)}</p>
        <ExtensionNote extensions={extensions} />
      </>
    )
  return (
    <section aria-label={`${label}的密钥`} className="kb-below-16">
      <p role="status">
        {wordsOf(release)}
        {isReleasing && (
          <>
            （{formatTime(end, true)} 止，剩余 <Countdown at={end} over="已到时" />）
          </>
        )}
      </p>
      <ExtensionNote extensions={extensions} />
      {mayExtend === null && (
        <p>
          <Button onClick={() => setExtending(true)}>延长时限</Button>
        </p>
      )}
      {isExtending && <ExtensionDialog {...order} label={label} end={end} onClose={() => setExtending(false)} />}
      <DataTable
        label={`${label}的提交密钥情况`}
        rows={suppliers}
        rowKey={(row) => row.tradeId}
        columns={[
          { key: 'name', title: '供应商', value: (row) => row.supplierName },
          {
            key: 'state',
            title: '密钥',
            width: 140,
            value: (row) => (row.releasedAt ? '已提交' : isReleasing ? '待提交' : '未提交'),
            render: (row) =>
              row.releasedAt ? (
                <StatusTag label="已提交" tone="success" />
              ) : (
                <StatusTag label={isReleasing ? '待提交' : '未提交'} tone={isReleasing ? 'warning' : 'danger'} />
              ),
          },
          {
            key: 'at',
            title: '提交时间',
            width: 180,
            value: (row) => (row.releasedAt ? formatTime(row.releasedAt, true) : '-'),
          },
        ]}
      />
      {joint && (
        <DataTable
          label={`${label}的保管人`}
          rows={joint.officers}
          rowKey={(row) => String(row.index)}
          columns={[
            { key: 'name', title: '保管人', width: 140, value: (row) => row.name },
            { key: 'company', title: '单位', value: (row) => row.companyName },
            {
              key: 'state',
              title: '共同开启',
              width: 140,
              value: (row) => STATES[row.state].label,
              render: (row) => <StatusTag {...STATES[row.state]} />,
            },
            {
              key: 'at',
              title: '参与时间',
              width: 180,
              value: (row) => (row.answeredAt ? formatTime(row.answeredAt, true) : '-'),
            },
          ]}
        />
      )}
    </section>
  )
}

function wordsOf({ phase, suppliers, joint }: RoundRelease): string {
  const released = suppliers.filter(({ releasedAt }) => releasedAt !== null).length
  const answered = joint?.officers.filter(({ state }) => state === 'answered').length ?? 0
  switch (phase) {
    case 'releasing':
      return `报价已截止，等待供应商提交密钥：${released} / ${suppliers.length} 家已提交，全部提交或者到时后${joint ? '由保管人共同开启' : '统一开启'}`
    case 'answering':
      return `已截止提交密钥（${released} 家提交），等待保管人共同开启：${answered} / ${joint!.threshold} 名已参与`
    case 'opening':
      return `保管人已达 ${joint!.threshold} 名，正在开启`
    case 'opened':
      return `${released} / ${suppliers.length} 家提交密钥${joint ? `，${answered} 名保管人参与共同开启` : ''}`
  }
}
