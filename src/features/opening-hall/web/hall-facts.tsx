import { Modal } from 'antd'
import { useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import type { Extension } from '../contract-decrypt.ts'
import { type Facts, factsOf } from './facts-of.ts'
import './hall-facts.css'

/** What everybody in the hall should know beside the quotes: ceiling, reference price, what was drawn, why the window moved. */
export function HallFacts({ hall }: { hall: Facts & { extensions: readonly Extension[] } }) {
  const [reading, setReading] = useState(false)
  const facts = factsOf(hall)
  const last = hall.extensions.at(-1)
  if (facts.length === 0 && !last) return null
  return (
    <div className="hall-facts" role="note" aria-label="开标要点">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      {last && (
        <span>
          解密时间已延长 {hall.extensions.length} 次，至 {formatTime(last.newEnd, true)}（{last.reason}）
          <button type="button" className="hall-link" onClick={() => setReading(true)}>
            延长记录
          </button>
        </span>
      )}
      {reading && <Records extensions={hall.extensions} onClose={() => setReading(false)} />}
    </div>
  )
}

function Records({ extensions, onClose }: { extensions: readonly Extension[]; onClose: () => void }) {
  return (
    <Modal title="解密时间延长记录" open width={720} footer={null} onCancel={onClose}>
      <DataTable
        label="解密时间延长记录"
        rows={extensions}
        rowKey={(one) => one.at}
        columns={[
          { key: 'at', title: '操作时间', value: (one) => formatTime(one.at, true) },
          { key: 'old', title: '原截止', value: (one) => formatTime(one.oldEnd, true) },
          { key: 'new', title: '新截止', value: (one) => formatTime(one.newEnd, true) },
          { key: 'reason', title: '原因', value: (one) => one.reason },
          { key: 'by', title: '操作人', value: (one) => one.byName },
        ]}
      />
    </Modal>
  )
}
