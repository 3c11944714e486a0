/** The list of definitions. */
export const DEFINITIONS = '/enterprise/workflow-approval'

/** Where a definition is drawn; without id a new one. */
export function designAddress(definitionId?: string): string {
  return definitionId ? `${DEFINITIONS}/design/${definitionId}` : `${DEFINITIONS}/design`
}
