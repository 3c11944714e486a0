import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { useCall } from '#web/use-call.ts'
import { supplementDetail, supplementVersion } from '../contract/supplement.ts'
import { type Side, supplementPlaces } from '../rules/places.ts'
import { ChangeTable } from './change-table.tsx'
import { FindingsPart } from './findings-part.tsx'
import { BreachTag, MarkNote, MarkTag } from './marks.tsx'
import { runFacts, runSections } from './run-part.tsx'
import { useSupplementActs } from './use-acts.tsx'
import { filePath, supplementTag } from './words.ts'

type Supplement = OutputOf<typeof supplementDetail>

/** What happened to a registration: its versions, each as it was handed in, and what was added beside them. */
export function Screen({ side }: { side: Side }) {
  const { supplementId = '' } = useParams()
  useLive(`supplement:${supplementId}`)
  const navigate = useNavigate()
  const query = useCall(supplementDetail, { params: { supplementId } })
  const { act, dialog } = useSupplementActs(side, supplementId)
  const place = supplementPlaces(side)
  return (
    <DetailScreen query={query} back={{ label: query.data?.title ?? '补录登记', to: place.detail(supplementId) }}>
      {(row) => ({
        title: '登记记录',
        status: (
          <>
            <MarkTag /> <StatusTag {...supplementTag(row)} /> <BreachTag breaches={row.breaches} />
          </>
        ),
        facts: [row.code, row.title],
        actions: row.actions.filter(({ action }) => action !== 'remove'),
        onAction: (action) => void act(action, row),
        extra: <Button onClick={() => void navigate(place.detail(supplementId))}>查看登记内容</Button>,
        notice: (
          <>
            <MarkNote />
            {row.state === 'withdrawn' && (
              <Alert
                className="kb-below-12"
                type="error"
                showIcon
                title={`${row.withdrawnByName}于 ${formatTime(row.withdrawnAt)} 撤回登记：${row.withdrawReason}`}
              />
            )}
            {dialog}
          </>
        ),
        sections: [
          { key: 'versions', title: '版本', content: <Versions row={row} /> },
          { key: 'notes', title: '补充记录', content: <Notes row={row} /> },
        ],
      })}
    </DetailScreen>
  )
}

function Versions({ row }: { row: Supplement }) {
  const [opened, setOpened] = useState<number | null>(null)
  if (row.versions.length === 0) return <p className="kb-muted">尚未登记</p>
  return (
    <ul className="kb-flat kb-stack kb-gap-16">
      {row.versions.map(({ version, reason, changes, madeByName, madeAt }) => (
        <li key={version} className="kb-box">
          <div className="kb-row kb-gap-12 kb-wrap">
            <b>第 {version} 版</b>
            {version === row.version && <StatusTag label="现行" tone="success" />}
            <span className="kb-muted">{[madeByName, formatTime(madeAt)].join('，')}</span>
            <Button type="link" size="small" onClick={() => setOpened(opened === version ? null : version)}>
              {opened === version ? '收起' : '查看全文'}
            </Button>
          </div>
          {reason !== '' && <p>更正原因：{reason}</p>}
          {version > 1 && <ChangeTable changes={changes} />}
          {opened === version && <VersionText supplementId={row.supplementId} version={version} />}
        </li>
      ))}
    </ul>
  )
}

function VersionText({ supplementId, version }: { supplementId: string; version: number }) {
  const query = useCall(supplementVersion, { params: { supplementId, version: String(version) } })
  return (
    <WhenLoaded query={query}>
      {(data) => (
        <div className="kb-stack kb-gap-16 kb-above-12">
          <p className="kb-note">{[data.content.title, ...runFacts(data.content)].join(' · ')}</p>
          {[
            { key: 'findings', title: '提交时的核对', content: <FindingsPart findings={data.findings} /> },
            ...runSections({ supplementId, ...data }),
          ].map(({ key, title, content }) => (
            <section key={key}>
              <h3>{title}</h3>
              {content}
            </section>
          ))}
        </div>
      )}
    </WhenLoaded>
  )
}

function Notes({ row }: { row: Supplement }) {
  if (row.notes.length === 0) return <p className="kb-muted">还没有补充</p>
  return (
    <ul className="kb-flat kb-stack kb-gap-12">
      {row.notes.map(({ noteId, note, files, madeByName, madeAt }) => (
        <li key={noteId} className="kb-box">
          <p className="kb-note">{[madeByName, formatTime(madeAt)].join('，')}</p>
          <p className="kb-pre">{note}</p>
          {files.length > 0 && <FileList files={files} pathOf={filePath(row.supplementId)} />}
        </li>
      ))}
    </ul>
  )
}
