import { Alert, Button } from 'antd'
import { useNavigate, useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { demandTrade } from '../../contract/survey.ts'
import { HIDDEN } from '../../rules/words.ts'
import { AnswerView } from '../answer/answer-view.tsx'
import { type At, placesOf } from '../at.ts'
import { tradeTag } from '../words.ts'

/** One answer with its earlier revisions; while it is hidden, that it is. */
export function Screen(at: At) {
  const { orderId: demandId = '', tradeId = '', roundId } = useParams()
  const navigate = useNavigate()
  const query = useCall(demandTrade, { params: { demandId, tradeId } })
  const place = placesOf(at)
  const pathOf = (fileId: string) => `/api/workbench/demands/${demandId}/files/${fileId}`
  return (
    <DetailScreen query={query} back={{ label: '报名与应答', to: place.trades(demandId) }}>
      {({ title, trade, answers: all, isAnswerOpen, asked, questions, profile, state }) => {
        // Of the round in the address; a profile asked once has none there.
        const answers = roundId === undefined ? all : all.filter(({ roundNo }) => roundNo === Number(roundId))
        return {
          title: `${trade.name}：应答`,
          status: <StatusTag {...tradeTag(trade.status)} />,
          facts: [title, roundId !== undefined && `第 ${roundId} 轮`, trade.isPaper && '纸质应答，由本单位录入'],
          extra: (
            <>
              <Button onClick={() => void navigate(place.check(demandId, tradeId, Number(roundId ?? 1)))}>
                报名与审核
              </Button>
              {trade.isPaper && (state === 'surveying' || state === 'ended') && (
                <Button
                  onClick={() => void navigate(`${placesOf({ ...at, profile }).entry(demandId)}?tradeId=${tradeId}`)}
                >
                  修改录入
                </Button>
              )}
            </>
          ),
          notice: trade.isPaper && (
            <Alert
              className="kb-below-16"
              type="info"
              showIcon
              title="该应答由本单位根据纸质材料录入，以扫描件为准。"
            />
          ),
          sections:
            answers.length === 0
              ? [
                  {
                    key: 'none',
                    title: '应答',
                    content: isAnswerOpen ? (
                      <EmptyState title="该供应商没有提交应答" hint="可在报名与应答中查看其他供应商" />
                    ) : (
                      <EmptyState title="应答尚未公开" hint={HIDDEN} />
                    ),
                  },
                ]
              : answers.map((answer, i) => {
                  const parameters = asked.find(({ roundNo }) => roundNo === answer.roundNo)?.parameters ?? []
                  const view = { answer, parameters, questions, profile, pathOf }
                  return {
                    key: `${answer.roundNo}-${answer.revision}`,
                    title: i === 0 ? '应答' : `第 ${answer.revision} 次提交（${formatTime(answer.madeAt)}）`,
                    content:
                      i === 0 ? (
                        <AnswerView {...view} />
                      ) : (
                        <details>
                          <summary>已被后来的修改替代，展开查看</summary>
                          <AnswerView {...view} />
                        </details>
                      ),
                  }
                }),
        }
      }}
    </DetailScreen>
  )
}
