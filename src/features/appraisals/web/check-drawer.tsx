import { Alert, Drawer } from 'antd'
import { FieldList } from '#web/kit/field-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { useCall } from '#web/use-call.ts'
import { checkAppraisal } from '../contract/appraisals.ts'

/** Takes up the facts of the period again, and says whether they are the ones that were frozen. */
export function CheckDrawer({ appraisalId, onClose }: { appraisalId: string; onClose: () => void }) {
  const query = useCall(checkAppraisal, { params: { appraisalId } }, { fresh: 0 })
  return (
    <Drawer open title="复算" size={560} onClose={onClose}>
      <WhenLoaded query={query}>
        {({ frozenHash, storedHash, freshHash, differing }) => (
          <>
            <Alert
              className="kb-below-12"
              showIcon
              type={storedHash !== frozenHash ? 'error' : differing.length > 0 ? 'warning' : 'success'}
              title={
                storedHash !== frozenHash
                  ? '保存的记录与开始时固定的指纹不一致'
                  : differing.length > 0
                    ? `固定的记录未变；此后平台记录有变化的供应商：${differing.join('、')}`
                    : '按同样的考核期重新取得的记录与固定的记录完全一致'
              }
              description="得分始终按开始时固定的记录计算"
            />
            <FieldList
              columns={1}
              items={[
                { label: '固定时的指纹', value: frozenHash },
                { label: '保存的记录', value: storedHash },
                { label: '重新取得', value: freshHash },
              ]}
            />
          </>
        )}
      </WhenLoaded>
    </Drawer>
  )
}
