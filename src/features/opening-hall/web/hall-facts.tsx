import { Modal } from 'antd'
import { useState } from 'react'
import { formatTime } from '#contract/time.ts'
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
      <table className="hall-records kb-wide">
        <thead>
          <tr>
            <th className="kb-nowrap">操作时间</th>
            <th className="kb-nowrap">原截止</th>
            <th className="kb-nowrap">新截止</th>
            <th className="kb-nowrap">原因</th>
            <th className="kb-nowrap">操作人</th>
          </tr>
        </thead>
        <tbody>
          {extensions.map((one) => (
            <tr key={one.at}>
              <td data-label="操作时间">{formatTime(one.at, true)}</td>
              <td data-label="原截止">{formatTime(one.oldEnd, true)}</td>
              <td data-label="新截止">{formatTime(one.newEnd, true)}</td>
              <td data-label="原因">{one.reason}</td>
              <td data-label="操作人">{one.byName}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  )
}
