/** A request as the gateway's sides see it. */
export interface Asked {
  method: 'GET' | 'POST'
  path: string
  query: URLSearchParams
  json: Record<string, never>
}

/** What a side answers; `text` in place of JSON. */
export interface Told {
  status: number
  json?: object
  text?: string
}
