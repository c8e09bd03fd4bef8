/** Requests to the market worker that wait for their answer, by request id. Sends nothing itself. */

export class WorkerAnswers<Answer> {
  private readonly waiting = new Map<number, (answer: Answer | null) => void>()
  private nextId = 1

  /** `send` sends the request. Null where the worker has no answer, or ended. */
  request(send: (requestId: number) => void): Promise<Answer | null> {
    const requestId = this.nextId++
    return new Promise((resolve) => {
      this.waiting.set(requestId, resolve)
      send(requestId)
    })
  }

  /** The answer to a request. Ignored when the request is answered already. */
  answer(requestId: number, answer: Answer | null): void {
    this.waiting.get(requestId)?.(answer)
    this.waiting.delete(requestId)
  }

  /** The worker ended: no answer will come. */
  end(): void {
    for (const requestId of this.waiting.keys()) this.answer(requestId, null)
  }
}
