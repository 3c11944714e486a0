import { Button } from 'antd'
import { Navigate, useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { type Loaded, useCall } from '#web/use-call.ts'
import { supplementDetail } from '../contract/supplement.ts'
import { breachesOf } from '../rules/findings.ts'
import { type Side, supplementPlaces } from '../rules/places.ts'
import { ChangeTable } from './change-table.tsx'
import { FindingsPart } from './findings-part.tsx'
import { BreachTag, MarkNote, MarkTag } from './marks.tsx'
import { runFacts, runSections } from './run-part.tsx'
import { useSubmit } from './use-acts.tsx'

type Supplement = OutputOf<typeof supplementDetail>

/** What will be registered, with every breach, before it is handed in. */
export function Screen({ side }: { side: Side }) {
  const { supplementId = '' } = useParams()
  const query = useCall(supplementDetail, { params: { supplementId } }, { fresh: 0 })
  return (
    <WhenLoaded query={query}>
      {(row) =>
        row.copy ? (
          <Preview side={side} row={row} query={query} />
        ) : (
          // Handed in already, or never written.
          <Navigate to={supplementPlaces(side).detail(supplementId)} replace />
        )
      }
    </WhenLoaded>
  )
}

interface PreviewProps {
  side: Side
  row: Supplement
  query: Loaded<Supplement>
}

function Preview({ side, row, query }: PreviewProps) {
  const navigate = useNavigate()
  const place = supplementPlaces(side)
  const submit = useSubmit(side, row)
  const isFirst = row.version === 0
  const submission = row.actions.filter(({ action }) => action === 'submit')
  return (
    <DetailScreen query={query} back={{ label: row.title, to: place.detail(row.supplementId) }}>
      {({ copy }) => {
        const { content, files, findings, changes, reason } = copy!
        return {
          title: isFirst ? `核对并登记：${content.title}` : `核对并更正：${content.title}`,
          status: (
            <>
              <MarkTag /> <BreachTag breaches={breachesOf(findings).length} />
            </>
          ),
          facts: [row.code, ...runFacts(content)],
          extra: <Button onClick={() => void navigate(place.edit(row.supplementId))}>返回修改</Button>,
          actions: submission.map((one) => ({ ...one, label: isFirst ? '确认登记' : '提交更正' })),
          onAction: () => void submit(),
          notice: <MarkNote />,
          sections: [
            { key: 'findings', title: '核对', content: <FindingsPart findings={findings} /> },
            !isFirst && {
              key: 'changes',
              title: '更正内容',
              content: (
                <>
                  <p>更正原因：{reason}</p>
                  <ChangeTable changes={changes} />
                </>
              ),
            },
            ...runSections({ supplementId: row.supplementId, content, files }),
          ],
        }
      }}
    </DetailScreen>
  )
}
