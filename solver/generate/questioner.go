package generate

import "github.com/gridmill/gridmill/solver"

// questioner asks the questions of many tasks in the lanes of one solver.
type questioner struct {
	checker   *solver.UniquenessChecker
	questions []solver.Question
	tasks     []int // whose question is in each place; -1 for none
}

func newQuestioner(kernel string) (*questioner, error) {
	checker, err := solver.NewUniquenessChecker(kernel)
	if err != nil {
		return nil, err
	}
	n := checker.Places()
	return &questioner{checker: checker, questions: make([]solver.Question, n), tasks: make([]int, n)}, nil
}

// run calls next for each of n tasks: first with step 0, to put the task's first question, and then
// with each answer, to put another one. It returns false when the task is done. Answers of different
// tasks come in no particular order.
func (q *questioner) run(n int, next func(task, step int, question *solver.Question) bool) {
	steps := make([]int, len(q.tasks))
	for place := range q.tasks {
		q.tasks[place] = -1
	}
	started := 0
	q.checker.Run(q.questions, func(place int) bool {
		question := &q.questions[place]
		for {
			if q.tasks[place] < 0 {
				if started == n {
					return false
				}
				q.tasks[place], steps[place] = started, -1
				started++
			}
			steps[place]++
			if next(q.tasks[place], steps[place], question) {
				return true
			}
			q.tasks[place] = -1
		}
	})
}
