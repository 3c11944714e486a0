import { useNavigate, useParams } from 'react-router'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyPage } from '#web/kit/empty-page.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { expertDetail, majorTree, updateExpert } from '../contract.ts'
import { bodyOf, type ExpertValues, majorOptions, sectionsOf, valuesOf } from './fields.ts'

/** Changing an expert of the own library. */
export function Screen() {
  const { expertId = '' } = useParams()
  const navigate = useNavigate()
  const params = { expertId }
  const back = { label: '专家信息', to: `/expert/manage/${expertId}/detail` }
  const query = useCall(expertDetail, { params }, { fresh: 0 })
  const majors = useCall(majorTree)
  const update = useAction(updateExpert, { success: '已保存' })
  return (
    <WhenLoaded query={query}>
      {(expert) =>
        expert.mayEdit ? (
          <WhenLoaded query={majors}>
            {(tree) => (
              <FormScreen<ExpertValues>
                title={`编辑专家：${expert.name}`}
                back={back}
                draft={`experts.${expertId}`}
                facts={[expert.mobile]}
                initial={valuesOf(expert)}
                sections={sectionsOf({ isNew: false, majors: majorOptions(tree, expert.majors) })}
                submit={{ label: '保存', run: (values) => update.run({ params, body: bodyOf(values) }) }}
                onDone={() => void navigate(`/expert/manage/${expertId}/detail`)}
              />
            )}
          </WhenLoaded>
        ) : (
          <EmptyPage
            head={`编辑专家：${expert.name}`}
            back={back}
            title="不能修改该专家"
            hint="只能修改本专家库中的专家"
          />
        )
      }
    </WhenLoaded>
  )
}
